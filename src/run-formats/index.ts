import type { RunFormat } from './run-format.js';

/** A format that is loaded when it is asked for. */
interface RunFormatEntry {
  /** As in `--to NAME`. */
  readonly name: string;
  readonly title: string;
  readonly load: () => Promise<RunFormat>;
}

/** The targets of `replay --to`: a new one is its file or folder and an entry here. */
export const runFormats = [
  {
    name: 'litmus',
    title: 'an x86 litmus test that asks for the values read',
    load: async () => (await import('./x86/straight-code.js')).litmusFormat,
  },
  {
    name: 'itf',
    title: 'an ITF trace, for viewers and tests of Quint and Apalache',
    load: async () => (await import('./itf.js')).itf,
  },
  {
    name: 'sarif',
    title: 'a SARIF 2.1.0 log, for editors and code hosts',
    load: async () => (await import('./sarif.js')).sarif,
  },
  {
    name: 'sv-comp',
    title: 'a violation witness 2.0 of SV-COMP, of a C program',
    load: async () => (await import('./sv-witness.js')).svWitness,
  },
] as const satisfies readonly RunFormatEntry[];

export type RunFormatName = (typeof runFormats)[number]['name'];
