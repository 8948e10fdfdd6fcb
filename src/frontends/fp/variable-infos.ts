import type { Span } from '../../diagnostics/span.js';
import type { LocalId, SharedId } from '../../lang/expr/ids.js';
import type { Type } from '../../lang/expr/type.js';
import type { VariableShape } from '../../lang/program/program.js';
import type { ShownValues } from '../../lang/program/shown-values.js';
import type { InitAst } from './ast.js';

/* What is known of the variables of a file, and of the structures that some of them are parts of. */

/** A type of variables that consist of several. */
export interface StructureInfo {
  readonly kind: 'struct';
  readonly name: string;
  readonly fields: readonly FieldInfo[];
  readonly span: Span;
}

export interface FieldInfo {
  readonly name: string;
  readonly type: Type;
  readonly shown?: ShownValues;
  readonly init: InitAst | null;
}

/** A variable of such a type, or an array of them: each member is a variable by a name of both, as in `node.next`. */
export interface RecordInfo {
  readonly kind: 'record';
  readonly name: string;
  readonly members: readonly string[];
  /** As declared; null: of a program that is made already. */
  readonly structure: StructureInfo | null;
  readonly span: Span;
}

export interface SharedInfo {
  readonly kind: 'shared';
  readonly id: SharedId;
  readonly name: string;
  readonly type: Type;
  readonly shape: VariableShape;
  readonly shown?: ShownValues;
  readonly span: Span;
}

export interface LocalInfo {
  /** Of an array the first of its cells, which are numbered one after another. */
  readonly id: LocalId;
  readonly name: string;
  readonly type: Type;
  readonly shape: LocalShape;
  readonly shown?: ShownValues;
  /** The variable of a `for`: known inside of it only, and nobody else writes to it. */
  readonly counts?: true;
  readonly span: Span;
}

export type LocalShape = Exclude<VariableShape, { kind: 'per-instance' }>;
