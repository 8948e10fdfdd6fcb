import { at } from '../../../support/check.js';
import { Ints } from './ints.js';
import type { LocalId, Locals } from './locals.js';
import type { Memories } from './memories.js';
import type { Words } from './words.js';

/** A configuration that the search has kept at some time: a number. */
export type ConfigId = number;

/** What one configuration is made of, sorted by kind, then class. */
export interface Config {
  readonly memory: number;
  readonly locals: readonly LocalId[];
}

/** Configurations with the same processes in the same classes and the same knowledge of memory. */
interface Group {
  readonly memory: number;
  ids: ConfigId[];
}

/** A place in the tree of class sequences. */
interface TreeNode {
  readonly children: Map<number, TreeNode>;
  /** By memory; null as long as no configuration ends here. */
  groups: Map<number, Group> | null;
}

const newNode = (): TreeNode => ({ children: new Map(), groups: null });

/**
 * The smallest configurations found so far. Configuration c is below d (and stands for more) if c knows of memory what d
 * knows or less, and each process of c has one of d, another for each, that is in the same state with a buffer above.
 */
export class MinorSet {
  readonly #root = newNode();
  readonly #first = new Ints();
  readonly #size = new Ints();
  readonly #data = new Ints();
  readonly #signature = new Ints();
  readonly #alive = new Ints();
  kept = 0;
  peak = 0;
  comparisons = 0;

  constructor(
    private readonly locals: Locals,
    private readonly words: Words,
    private readonly memories: Memories,
  ) {}

  get count(): number {
    return this.#first.length;
  }

  get bytes(): number {
    const lists = [this.#first, this.#size, this.#data, this.#signature, this.#alive];
    return lists.reduce((sum, list) => sum + list.bytes, 0) + this.kept * 16;
  }

  memoryOf(id: ConfigId): number {
    return this.#data.get(this.#first.get(id));
  }

  localsOf(id: ConfigId): readonly LocalId[] {
    const first = this.#first.get(id) + 1;
    return Array.from({ length: this.#size.get(id) }, (_, i) => this.#data.get(first + i));
  }

  isAlive(id: ConfigId): boolean {
    return this.#alive.get(id) === 1;
  }

  /** Puts the configuration in, unless one below it is there; -1 then. What is above it goes. */
  add(config: Config): ConfigId {
    const signature = this.#signatureOf(config.locals);
    if (this.#covered(config, signature, this.#root, 0, -1)) return -1;
    const node = this.#nodeOf(config.locals);
    this.#removeAbove(config, signature, node);
    const id = this.#first.length;
    this.#first.push(this.#data.length);
    this.#size.push(config.locals.length);
    this.#data.push(config.memory);
    for (const local of config.locals) this.#data.push(local);
    this.#signature.push(signature);
    this.#alive.push(1);
    node.groups ??= new Map();
    const group = node.groups.get(config.memory);
    if (group === undefined) node.groups.set(config.memory, { memory: config.memory, ids: [id] });
    else group.ids.push(id);
    this.kept++;
    this.peak = Math.max(this.peak, this.kept);
    return id;
  }

  /** Whether another configuration is below this one by now. */
  isCovered(id: ConfigId): boolean {
    const config = { memory: this.memoryOf(id), locals: this.localsOf(id) };
    return this.#covered(config, this.#signature.get(id), this.#root, 0, id);
  }

  remove(id: ConfigId): void {
    const group = this.#nodeOf(this.localsOf(id)).groups?.get(this.memoryOf(id));
    if (group !== undefined) group.ids = group.ids.filter((other) => other !== id);
    this.#alive.set(id, 0);
    this.kept--;
  }

  #signatureOf(locals: readonly LocalId[]): number {
    let signature = 0;
    for (const local of locals) {
      const bits = this.words.signature(this.locals.word(local));
      const turn = (this.locals.kind(local) * 7) & 31;
      signature |= (bits << turn) | (bits >>> (32 - turn));
    }
    return signature;
  }

  #nodeOf(locals: readonly LocalId[]): TreeNode {
    let node = this.#root;
    for (const local of locals) {
      const ofClass = this.locals.classOf(local);
      let child = node.children.get(ofClass);
      if (child === undefined) {
        child = newNode();
        node.children.set(ofClass, child);
      }
      node = child;
    }
    return node;
  }

  /** Goes through the stored class sequences that are part of the configuration's, from its `from`-th process on. */
  #covered(config: Config, signature: number, node: TreeNode, from: number, except: ConfigId): boolean {
    if (node.groups !== null && this.#coveredBy(node.groups, config, signature, except)) return true;
    let before = -1;
    for (let i = from; i < config.locals.length; i++) {
      const ofClass = this.locals.classOf(at(config.locals, i));
      if (ofClass === before) continue;
      before = ofClass;
      const child = node.children.get(ofClass);
      if (child !== undefined && this.#covered(config, signature, child, i + 1, except)) return true;
    }
    return false;
  }

  #coveredBy(
    groups: ReadonlyMap<number, Group>,
    config: Config,
    signature: number,
    except: ConfigId,
  ): boolean {
    for (const { memory, ids } of groups.values()) {
      if (!this.memories.below(memory, config.memory)) continue;
      for (const id of ids) {
        if ((this.#signature.get(id) & ~signature) !== 0 || id === except) continue;
        if (this.#isBelow(id, config.locals)) return true;
      }
    }
    return false;
  }

  /** Only among those with the same classes: what is above with more processes is found when its turn comes. */
  #removeAbove(config: Config, signature: number, node: TreeNode): void {
    if (node.groups === null) return;
    for (const group of node.groups.values()) {
      if (!this.memories.below(config.memory, group.memory)) continue;
      let left = 0;
      for (const id of group.ids) {
        const goes =
          (signature & ~this.#signature.get(id)) === 0 && this.#isAbove(id, config.locals);
        if (goes) {
          this.#alive.set(id, 0);
          this.kept--;
        } else group.ids[left++] = id;
      }
      group.ids.length = left;
    }
  }

  #isBelow(id: ConfigId, locals: readonly LocalId[]): boolean {
    this.comparisons++;
    const first = this.#first.get(id) + 1;
    return this.#injects((i) => this.#data.get(first + i), this.#size.get(id), (i) => locals[i] ?? 0, locals.length);
  }

  #isAbove(id: ConfigId, locals: readonly LocalId[]): boolean {
    this.comparisons++;
    const first = this.#first.get(id) + 1;
    return this.#injects((i) => locals[i] ?? 0, locals.length, (i) => this.#data.get(first + i), this.#size.get(id));
  }

  /** Whether each of the small ones has one of the large ones above it, another for each. Both are sorted by class. */
  #injects(
    small: (i: number) => LocalId,
    smalls: number,
    large: (i: number) => LocalId,
    larges: number,
  ): boolean {
    let l = 0;
    for (let s = 0; s < smalls;) {
      const ofClass = this.locals.classOf(small(s));
      while (l < larges && this.locals.classOf(large(l)) !== ofClass) l++;
      let [endS, endL] = [s + 1, l];
      while (endS < smalls && this.locals.classOf(small(endS)) === ofClass) endS++;
      while (endL < larges && this.locals.classOf(large(endL)) === ofClass) endL++;
      if (endS - s > endL - l) return false;
      if (!this.#match(small, s, endS, large, l, endL, 0)) return false;
      [s, l] = [endS, endL];
    }
    return true;
  }

  #match(
    small: (i: number) => LocalId,
    s: number,
    endS: number,
    large: (i: number) => LocalId,
    firstL: number,
    endL: number,
    taken: number,
  ): boolean {
    if (s === endS) return true;
    for (let l = firstL; l < endL; l++) {
      const bit = 1 << (l - firstL);
      if ((taken & bit) !== 0 || !this.locals.below(small(s), large(l))) continue;
      if (this.#match(small, s + 1, endS, large, firstL, endL, taken | bit)) return true;
    }
    return false;
  }
}
