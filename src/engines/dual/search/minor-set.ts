import { remembered } from '../../../support/remembered.js';
import { injects } from './injection.js';
import { Ints } from './ints.js';
import type { BufferContents, LocalStateId, Locals } from './locals.js';
import type { Memories } from './memories.js';

/** A configuration that the search has kept at some time: a number. */
export type ConfigId = number;

/** What one configuration is made of, sorted by kind, then class. */
export interface Config {
  readonly memory: number;
  readonly locals: readonly LocalStateId[];
}

/** Configurations with the same processes in the same classes and the same knowledge of memory. */
interface ConfigGroup {
  readonly memory: number;
  ids: ConfigId[];
}

/** A place in the tree of class sequences. */
interface TreeNode {
  readonly children: Map<number, TreeNode>;
  /** Whether a class stands twice in the sequence. */
  readonly repeats: boolean;
  /** By memory; null as long as no configuration ends here. */
  groups: Map<number, ConfigGroup> | null;
}

const newNode = (repeats: boolean): TreeNode => ({ children: new Map(), repeats, groups: null });

/**
 * The smallest configurations found so far. Configuration c is below d (and stands for more) if c knows of memory what d
 * knows or less, and each process of c has one of d, another for each, that is in the same state with a buffer above.
 */
export class MinorSet {
  readonly #root = newNode(false);
  readonly #first = new Ints();
  readonly #size = new Ints();
  readonly #data = new Ints();
  readonly #signature = new Ints();
  readonly #signature2 = new Ints();
  /** The length of all buffers together. */
  readonly #length = new Ints();
  readonly #alive = new Ints();
  kept = 0;
  peak = 0;
  comparisons = 0;
  /**
   * What is looked for: its processes, their signature, whether two are of one class, and which are matched by the sequence
   * that is looked at.
   */
  #asked: readonly LocalStateId[] = [];
  #askedMemory = 0;
  #askedSignature = 0;
  #askedSignature2 = 0;
  #askedLength = 0;
  #askedRepeats = false;
  readonly #chosen: number[] = [];

  constructor(
    private readonly locals: Locals,
    private readonly words: BufferContents,
    private readonly memories: Memories,
  ) {}

  get count(): number {
    return this.#first.length;
  }

  get bytes(): number {
    const lists = [
      ...[this.#first, this.#size, this.#data, this.#length, this.#alive],
      ...[this.#signature, this.#signature2],
    ];
    return lists.reduce((sum, list) => sum + list.bytes, 0) + this.kept * 16;
  }

  memoryOf(id: ConfigId): number {
    return this.#data.get(this.#first.get(id));
  }

  lengthOf(id: ConfigId): number {
    return this.#length.get(id);
  }

  localsOf(id: ConfigId): readonly LocalStateId[] {
    const first = this.#first.get(id) + 1;
    return Array.from({ length: this.#size.get(id) }, (_, i) => this.#data.get(first + i));
  }

  isAlive(id: ConfigId): boolean {
    return this.#alive.get(id) === 1;
  }

  /** Puts the configuration in, unless one below it is there; -1 then. What is above it goes. */
  add(config: Config): ConfigId {
    this.#ask(config);
    if (this.#covered(this.#root, 0, 0, -1)) return -1;
    const node = this.#nodeOf(config.locals);
    this.#removeAbove(node);
    const id = this.#first.length;
    this.#first.push(this.#data.length);
    this.#size.push(config.locals.length);
    this.#data.push(config.memory);
    for (const local of config.locals) this.#data.push(local);
    this.#signature.push(this.#askedSignature);
    this.#signature2.push(this.#askedSignature2);
    this.#length.push(this.#askedLength);
    this.#alive.push(1);
    node.groups ??= new Map();
    remembered(node.groups, config.memory, (memory) => ({ memory, ids: [] })).ids.push(id);
    this.kept++;
    this.peak = Math.max(this.peak, this.kept);
    return id;
  }

  /** Whether another configuration is below this one by now. */
  isCovered(id: ConfigId): boolean {
    this.#ask({ memory: this.memoryOf(id), locals: this.localsOf(id) });
    return this.#covered(this.#root, 0, 0, id);
  }

  remove(id: ConfigId): void {
    const group = this.#nodeOf(this.localsOf(id)).groups?.get(this.memoryOf(id));
    if (group !== undefined) group.ids = group.ids.filter((other) => other !== id);
    this.#alive.set(id, 0);
    this.kept--;
  }

  #ask({ memory, locals }: Config): void {
    this.#asked = locals;
    this.#askedMemory = memory;
    this.#askedSignature = 0;
    this.#askedSignature2 = 0;
    this.#askedLength = 0;
    this.#askedRepeats = false;
    let before = -1;
    for (const local of locals) {
      const ofClass = this.locals.classOf(local);
      this.#askedRepeats ||= ofClass === before;
      before = ofClass;
      this.#askedSignature |= this.locals.signature(local);
      this.#askedSignature2 |= this.locals.signature2(local);
      this.#askedLength += this.words.length(this.locals.word(local));
    }
  }

  #nodeOf(locals: readonly LocalStateId[]): TreeNode {
    let node = this.#root;
    let before = -1;
    for (const local of locals) {
      const ofClass = this.locals.classOf(local);
      const repeats = node.repeats || ofClass === before;
      before = ofClass;
      node = remembered(node.children, ofClass, () => newNode(repeats));
    }
    return node;
  }

  /** Goes through the stored class sequences that are part of the asked one, from its `from`-th process on. */
  #covered(node: TreeNode, from: number, depth: number, except: ConfigId): boolean {
    if (node.groups !== null && this.#coveredBy(node.groups, except)) return true;
    const asked = this.#asked;
    let before = -1;
    for (let i = from; i < asked.length; i++) {
      const ofClass = this.locals.classOf(asked[i] ?? 0);
      if (ofClass === before) continue;
      before = ofClass;
      const child = node.children.get(ofClass);
      if (child === undefined) continue;
      this.#chosen[depth] = i;
      if (this.#covered(child, i + 1, depth + 1, except)) return true;
    }
    return false;
  }

  #coveredBy(groups: ReadonlyMap<number, ConfigGroup>, except: ConfigId): boolean {
    for (const { memory, ids } of groups.values()) {
      if (!this.memories.below(memory, this.#askedMemory)) continue;
      for (let i = 0; i < ids.length; i++) {
        const id = ids[i] ?? 0;
        if ((this.#signature.get(id) & ~this.#askedSignature) !== 0) continue;
        if ((this.#signature2.get(id) & ~this.#askedSignature2) !== 0) continue;
        if (this.#length.get(id) > this.#askedLength || id === except) continue;
        this.comparisons++;
        const isBelow = this.#askedRepeats
          ? injects(this.localsOf(id), this.#asked, this.locals)
          : this.#isBelowEach(id);
        if (isBelow) return true;
      }
    }
    return false;
  }

  /** Each process is compared with the one that its class was found for. */
  #isBelowEach(id: ConfigId): boolean {
    const first = this.#first.get(id) + 1;
    const size = this.#size.get(id);
    for (let i = 0; i < size; i++) {
      const small = this.#data.get(first + i);
      const large = this.#asked[this.#chosen[i] ?? 0] ?? 0;
      if (small !== large && !this.words.below(this.locals.word(small), this.locals.word(large)))
        return false;
    }
    return true;
  }

  /** Only among those with the same classes: what is above with more processes is found when its turn comes. */
  #removeAbove(node: TreeNode): void {
    if (node.groups === null) return;
    for (const group of node.groups.values()) {
      if (!this.memories.below(this.#askedMemory, group.memory)) continue;
      let left = 0;
      for (const id of group.ids) {
        if (this.#goes(id, node)) {
          this.#alive.set(id, 0);
          this.kept--;
        } else group.ids[left++] = id;
      }
      group.ids.length = left;
    }
  }

  #goes(id: ConfigId, node: TreeNode): boolean {
    if ((this.#askedSignature & ~this.#signature.get(id)) !== 0) return false;
    if ((this.#askedSignature2 & ~this.#signature2.get(id)) !== 0) return false;
    if (this.#length.get(id) < this.#askedLength) return false;
    this.comparisons++;
    if (node.repeats) return injects(this.#asked, this.localsOf(id), this.locals);
    const first = this.#first.get(id) + 1;
    for (let i = 0; i < this.#asked.length; i++) {
      const [small, large] = [this.#asked[i] ?? 0, this.#data.get(first + i)];
      if (small !== large && !this.words.below(this.locals.word(small), this.locals.word(large)))
        return false;
    }
    return true;
  }
}
