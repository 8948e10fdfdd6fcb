import type { CellId } from '../lang/expr/ids.js';
import type { Program } from '../lang/program/program.js';
import type { System } from '../lang/program/system.js';
import type { StateCover } from '../lang/run/state-cover.js';
import type { MemoryModel } from '../memory/model.js';

/** What an exported file is for: to be run, or to be looked at by a verifier that unwinds loops. */
export type ExportPurpose = 'run' | 'verifier';

/** What an exporter gets: the same program in the forms that the formats take. */
export interface ExportRequest {
  /**
   * To be run under SC, as it stands in a `.fp` file: with the store buffers of a weak model as variables, or (`--model sc`)
   * the user's own program.
   */
  readonly program: Program;
  /** The program without instances, cas and the like, fences and locked sections: what other languages can say. */
  readonly plain: Program;
  /** The automata of `plain`. */
  readonly system: System;
  /** For targets that have weak memory of their own. */
  readonly templates: Templates;
  /** For targets that are told what the machine does. */
  readonly machine: MachineProgram;
  readonly about: About;
  /** Other than `run` only for targets that tell the two apart. */
  readonly purpose: ExportPurpose;
}

/** The user's own program with each process once, for any number of its instances. */
export interface Templates {
  readonly program: Program;
  /** Its automata; the expressions of a process name its instance (`param`). */
  readonly system: System;
  /** How many instances the one process has; null: any number, or there is none. */
  readonly procs: number | null;
  /** Whether stores wait in buffers (TSO) or not (SC). */
  readonly isBuffered: boolean;
}

/** The user's own program as automata, and the machine that it runs on. */
export interface MachineProgram {
  /** What the program means, with nothing left out or joined. */
  readonly system: System;
  readonly model: MemoryModel;
  /** How many writes may wait where one to the cell is added; null: any number. */
  readonly room: ((cell: CellId) => number) | null;
  readonly wishes: HornWishes;
  readonly watch: () => void;
}

/** What is wished of a target that writes Horn clauses. */
export interface HornWishes {
  readonly form: HornForm;
  /** States of the program that no step leaves: what the clauses are to be checked with. */
  readonly solution: StateCover | null;
}

/** What the relations of Horn clauses stand for. */
export const hornForms = ['tuples', 'threads'] as const;
export type HornForm = (typeof hornForms)[number];

/** What the heading of an exported file tells. */
export interface About {
  /** The base name of the file that was transformed. */
  readonly file: string;
  /** As in `tso, at most 2 buffered writes a thread`. */
  readonly memory: string;
  /** Whether the program carries its store buffers. */
  readonly isRewritten: boolean;
  /** The property, not the user's, that fails where a buffer overflows; null: none can. */
  readonly overflow: string | null;
  /** The names of the properties of the source that the program cannot state. */
  readonly leftOut: readonly string[];
}

/** One target of `transform --to`. Pure: from a program to text, the same for the same program. */
export interface Exporter {
  /** As in `--to NAME`. */
  readonly name: string;
  /** Whether the target knows SC and TSO: it is given `templates`, and no buffers are written into the program. */
  readonly hasMemory?: true;
  /** Whether the target is told what the machine does: it is given `machine`, and no buffers are written into the program. */
  readonly hasMachine?: true;
  /** Whether the target can say operators on the bits of integers, and numbers made of truth values. */
  readonly hasBits?: true;
  /** Whether its text for verifiers is another. */
  readonly hasPurposes?: true;
  run(request: ExportRequest): string;
}
