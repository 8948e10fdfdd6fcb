import type { Exporter } from './exporter.js';

/** A target that is loaded when it is asked for. */
interface ExporterEntry {
  /** As in `--to NAME`. */
  readonly name: string;
  readonly title: string;
  readonly load: () => Promise<Exporter>;
}

/** The targets of `transform --to`: a new one is its file or folder and an entry here. */
export const exporters = [
  { name: 'fp', title: 'the native language', load: async () => (await import('./fp.js')).fpExporter },
  {
    name: 'promela',
    title: 'a Promela model for Spin, with an assertion for each property',
    load: async () => (await import('./promela/export.js')).promela,
  },
  {
    name: 'c',
    title: 'C11 with POSIX threads, for verifiers of C and for native runs',
    load: async () => (await import('./c/export.js')).c,
  },
  {
    name: 'cub',
    title: 'an array-based system with weak variables, for Cubicle-W (sc and tso)',
    load: async () => (await import('./cub/export.js')).cub,
  },
  { name: 'dve', title: 'DiVinE models', load: async () => (await import('./dve/export.js')).dve },
  {
    name: 'smt2',
    title: 'constrained Horn clauses for solvers such as Spacer',
    load: async () => (await import('./smt2/export.js')).smt2,
  },
  {
    name: 'dot',
    title: 'the control flow of the threads, for Graphviz',
    load: async () => (await import('./dot.js')).dot,
  },
] as const satisfies readonly ExporterEntry[];

export type TargetName = (typeof exporters)[number]['name'];
