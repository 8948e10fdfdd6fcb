import type { FrontEnd, LanguageEntry, ProgramText, Reader } from './frontend.js';

/** The one registry of input languages. */
export const languages: readonly LanguageEntry[] = [
  {
    kind: 'program',
    language: 'fp',
    extensions: ['.fp'],
    title: 'the native language',
    load: async () => readerBy((await import('./fp/parse.js')).fp),
    loadFenceEditor: async () => (await import('./fp/edit/edit-fences.js')).editFences,
  },
  {
    kind: 'program',
    language: 'salpl',
    extensions: ['.orig'],
    title: 'programs of the CUPEX authors',
    load: async () => readerBy((await import('./salpl/parse.js')).salpl),
    loadFenceEditor: async () => (await import('./salpl/line-editor.js')).editLines,
  },
  {
    kind: 'program',
    language: 'litmus',
    extensions: ['.litmus'],
    title: 'x86 litmus tests',
    load: async () => readerBy((await import('./litmus/parse.js')).litmus),
  },
  {
    kind: 'program',
    language: 'rmm',
    extensions: ['.rmm'],
    title: 'Memorax machines',
    load: async () => readerBy((await import('./rmm/parse.js')).rmm),
  },
  {
    kind: 'program',
    language: 'trencher',
    extensions: ['.trn'],
    title: 'Trencher programs',
    load: async () => readerBy((await import('./trencher/parse.js')).trencher),
  },
  {
    kind: 'program',
    language: 'dve',
    extensions: ['.dve'],
    title: 'DiVinE models',
    load: async () => (await import('./dve/parse.js')).readDve,
  },
  {
    kind: 'program',
    language: 'c',
    extensions: ['.c'],
    title: 'C11 with atomics and threads',
    asksOfPrograms: true,
    load: async () => (await import('./c/parse.js')).readC,
    loadFenceEditor: async () => (await import('./c/edit/edit-c.js')).editC,
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

const readerBy =
  ({ parse, ...more }: FrontEnd): Reader<ProgramText> =>
  (source, bag, context) => {
    const program = parse(source, bag, context);
    return program === null ? null : { program, ...more };
  };
