import { unsupported } from '../../diagnostics/diagnostic.js';
import type { CellId } from '../../lang/expr/ids.js';
import { registers } from './herd-words.js';
import type { AccessGroup, RunAccess } from './run-accesses.js';

export interface ProcessorCode {
  readonly lines: readonly string[];
  /** What the run has read, by the registers that hold it at the end. */
  readonly reads: readonly { readonly register: string; readonly value: bigint }[];
}

/** The instructions of one thread: each access of memory is one, and each load has a register of its own. */
export class Processor {
  readonly #lines: string[] = [];
  readonly #reads: { register: string; value: bigint }[] = [];
  #taken = 0;

  constructor(
    private readonly nameOf: (cell: CellId) => string,
    private readonly thread: string,
  ) {}

  codeOf(groups: readonly AccessGroup[]): ProcessorCode {
    for (const group of groups) this.group(group);
    return { lines: this.#lines, reads: this.#reads };
  }

  private group({ accesses, isLocked, line }: AccessGroup): void {
    const [first, second, ...more] = accesses;
    if (first === undefined) {
      if (isLocked) this.#lines.push('MFENCE');
      return;
    }
    if (second === undefined && !isLocked) return this.alone(first);
    if (isLocked && more.length === 0) {
      const [load, store] = first.kind === 'load' ? [first, second] : [null, first];
      if (first.kind !== 'load' && second !== undefined) return this.refuse(line);
      if (load !== null && store === undefined) return this.exchange(load, load.value);
      if (store?.kind === 'store' && (load === null || load.cell === store.cell))
        return load === null ? void this.put(store.cell, store.value) : this.exchange(load, store.value);
    }
    return this.refuse(line);
  }

  private alone(access: RunAccess): void {
    if (access.kind !== 'fence') this.fits(access.value);
    switch (access.kind) {
      case 'fence':
        this.#lines.push('MFENCE');
        return;
      case 'store':
        this.#lines.push(`MOV [${this.nameOf(access.cell)}],$${access.value}`);
        return;
      case 'load': {
        const register = this.register();
        this.#lines.push(`MOV ${register},[${this.nameOf(access.cell)}]`);
        this.#reads.push({ register, value: access.value });
      }
    }
  }

  /** XCHG is locked by itself. What only reads (a cas that fails) writes what it has read, as x86 does. */
  private exchange(load: Extract<RunAccess, { kind: 'load' }>, value: bigint): void {
    this.fits(load.value);
    this.#reads.push({ register: this.put(load.cell, value), value: load.value });
  }

  private put(cell: CellId, value: bigint): string {
    this.fits(value);
    const register = this.register();
    this.#lines.push(`MOV ${register},$${value}`, `XCHG [${this.nameOf(cell)}],${register}`);
    return register;
  }

  private register(): string {
    const register = registers[this.#taken++];
    return (
      register ??
      unsupported(`thread ${this.thread} reads more often than x86 has registers (${registers.length})`)
    );
  }

  private fits(value: bigint): void {
    if (BigInt.asIntN(32, value) !== value)
      unsupported(`${value}, which ${this.thread} reads or writes, does not fit into 32 bits of x86`);
  }

  private refuse(line: number | null): never {
    const where = line === null ? '' : ` (line ${line})`;
    return unsupported(
      `an atomic section of ${this.thread} with several accesses${where} has no form in x86`,
    );
  }
}
