import type { ArrayReader, BooleanReader, FrontEnd } from './frontend.js';

/** A front end that is loaded when a file needs it. */
type Entry = {
  readonly language: string;
  readonly extensions: readonly string[];
  readonly title: string;
} & (
  | { readonly kind: 'program'; readonly load: () => Promise<FrontEnd> }
  | { readonly kind: 'boolean'; readonly load: () => Promise<BooleanReader> }
  | { readonly kind: 'array'; readonly load: () => Promise<ArrayReader> }
);

/** The one registry of input languages. */
export const languages: readonly Entry[] = [
  {
    kind: 'program',
    language: 'fp',
    extensions: ['.fp'],
    title: 'the native language',
    load: async () => (await import('./fp/parse.js')).fp,
  },
  {
    kind: 'program',
    language: 'salpl',
    extensions: ['.orig'],
    title: 'programs of the CUPEX authors',
    load: async () => (await import('./salpl/parse.js')).salpl,
  },
  {
    kind: 'program',
    language: 'litmus',
    extensions: ['.litmus'],
    title: 'x86 litmus tests',
    load: async () => (await import('./litmus/parse.js')).litmus,
  },
  {
    kind: 'program',
    language: 'rmm',
    extensions: ['.rmm'],
    title: 'Memorax machines',
    load: async () => (await import('./rmm/parse.js')).rmm,
  },
  {
    kind: 'program',
    language: 'dve',
    extensions: ['.dve'],
    title: 'DiVinE models',
    load: async () => (await import('./dve/parse.js')).dve,
  },
  {
    kind: 'boolean',
    language: 'bl',
    extensions: ['.bl'],
    title: 'Boolean programs',
    load: async () => (await import('./bl/read.js')).readBl,
  },
  {
    kind: 'array',
    language: 'cub',
    extensions: ['.cub'],
    title: 'Cubicle systems',
    load: async () => (await import('./cub/parse.js')).readCub,
  },
];
