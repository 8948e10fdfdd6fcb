import type { Stop } from '../../search/limits.js';
import type { BooleanProgram } from '../../lang/boolean/boolean-program.js';
import type { CommandId } from '../../lang/expr/ids.js';
import type { Command, CommandProgram } from '../command-program.js';
import type { AskedCubes } from '../cubes/asked-cubes.js';
import type { CubeCode } from '../cubes/literals.js';
import type { Predicate } from '../predicate.js';

export interface BooleanRequest {
  readonly program: CommandProgram;
  readonly predicates: readonly Predicate[];
  readonly cubes: AskedCubes;
  /** Names of the properties to decide. */
  readonly properties: readonly string[];
  /**
   * Properties whose violation means that it is not known what would come next: overflows, and faults that are not among
   * the properties to decide. Where one may be violated, nobody can conclude that the others hold.
   */
  readonly astray: ReadonlySet<string>;
  /**
   * Whether predicates over variables whose values nobody needs any more are forgotten: fewer states and cubes. Not for a
   * proof that cubes are to be taken from. Absent: if there are store buffers in the program.
   */
  readonly forget?: boolean;
}

export type BooleanAnswer =
  { readonly kind: 'built'; readonly built: Built } | { readonly kind: 'stopped'; readonly stop: Stop };

export interface Built {
  readonly program: BooleanProgram;
  /** The properties of the program's parts, in order. */
  readonly properties: readonly string[];
  /** The command of the program abstracted that a command of a thread stands for; null: of the initialisation. */
  readonly commandOf: (thread: number, command: CommandId) => Command | null;
  /** Cubes of more than one literal in values, guards and properties. */
  readonly proof: readonly CubeCode[];
  /** Infeasible cubes are not counted. */
  readonly cubesUsed: number;
  /** Literals in the largest cube of values and guards. */
  readonly maxCube: number;
}
