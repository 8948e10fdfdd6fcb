import type { LocalId, ThreadId } from '../../lang/expr/ids.js';
import type { Program } from '../../lang/program/program.js';
import { everyStatement } from '../../lang/program/walk-statements.js';
import { at, getOrFail } from '../../support/invariant.js';
import { legalForm } from '../../lang/program/legal-names.js';
import { freeName } from '../../support/free-names.js';

/** What a target language says of names; all are letters, digits and `_`, and do not begin with a digit. */
export interface NameRules {
  /** Whether nothing can be called so: words of the language, and what the export itself uses. */
  isReserved(name: string): boolean;
  /** Whether a label of that name would mean something. */
  isSpecialLabel?(name: string): boolean;
  /** Locals that become global, and are called after their thread: `P_r`. */
  readonly globalLocals?: ReadonlySet<LocalId>;
}

/** What the things of a program are called in a target language. */
export interface GivenNames {
  /** By SharedId. */
  readonly shared: readonly string[];
  /** By ThreadId: `Q(0)` is called `Q_0`. */
  readonly threads: readonly string[];
  /** By LocalId. */
  readonly locals: readonly string[];
  label(thread: ThreadId, label: string): string;
  /** A name that nothing has yet, for what the export adds. Seen everywhere. */
  fresh(wanted: string): string;
  /** The same for a label of one thread. */
  freshLabel(thread: ThreadId, wanted: string): string;
}

/** Names that are legal stay; others change as little as they can. */
export function giveNames(program: Program, rules: NameRules): GivenNames {
  const globals = new NameSpace((name) => rules.isReserved(name));
  const wanted = [...program.shared, ...program.threads].map(({ name }) => name);
  const topLevel = globals.giveAll(wanted);
  const threads = topLevel.slice(program.shared.length);

  const everywhere = program.locals.filter(({ id }) => rules.globalLocals?.has(id) === true);
  const global = globals.giveAll(everywhere.map((v) => `${at(threads, v.thread)}_${v.name}`));
  const locals = new Map(everywhere.map((v, i) => [v.id, at(global, i)]));
  const labels = new Map<string, string>();
  const spaces: NameSpace[] = [];
  for (const thread of program.threads) {
    const space = new NameSpace((name) => globals.has(name));
    spaces.push(space);
    const own = program.locals.filter((v) => v.thread === thread.id && !locals.has(v.id));
    const ownNames = space.giveAll(own.map(({ name }) => name));
    own.forEach((v, i) => locals.set(v.id, at(ownNames, i)));
    const ownLabels = [...everyStatement(thread.body)].flatMap((stmt) => stmt.labels);
    const ordinary = ownLabels.map((l) => (rules.isSpecialLabel?.(l) === true ? `at_${l}` : l));
    const labelNames = space.giveAll(ordinary);
    ownLabels.forEach((label, i) => labels.set(`${thread.id} ${label}`, at(labelNames, i)));
  }
  return {
    shared: topLevel.slice(0, program.shared.length),
    threads,
    locals: program.locals.map(({ id }) => getOrFail(locals, id)),
    label: (thread, label) => getOrFail(labels, `${thread} ${label}`),
    fresh: (wantedName) => freshIn(globals, [globals, ...spaces], wantedName),
    freshLabel: (thread, wantedName) => {
      const space = at(spaces, thread);
      return freshIn(space, [space], wantedName);
    },
  };
}

/** Names that are seen in one place, and must differ from those that are seen there from outside. */
class NameSpace {
  readonly #taken = new Set<string>();

  constructor(private readonly isTakenOutside: (name: string) => boolean) {}

  has(name: string): boolean {
    return this.#taken.has(name) || this.isTakenOutside(name);
  }

  add(name: string): void {
    this.#taken.add(name);
  }

  /** Those that may stay as they are have the first choice. */
  giveAll(wanted: readonly string[]): readonly string[] {
    const kept = wanted.map((name) => {
      const stays = legalForm(name) === name && !this.has(name);
      if (stays) this.add(name);
      return stays;
    });
    return wanted.map((name, i) => {
      if (kept[i] === true) return name;
      const free = freeName(lettersFirst(legalForm(name)), (candidate) => this.has(candidate));
      this.add(free);
      return free;
    });
  }
}

function freshIn(home: NameSpace, seen: readonly NameSpace[], wanted: string): string {
  const free = freeName(legalForm(wanted), (name) => seen.some((space) => space.has(name)));
  home.add(free);
  return free;
}

/** A name with `_` in front may be kept by the language, whatever follows. */
function lettersFirst(name: string): string {
  const rest = name.replace(/^_+/, '');
  return /^[A-Za-z]/.test(rest) ? rest : `v${rest}`;
}
