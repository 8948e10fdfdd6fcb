import type { FrontEnd } from './frontend.js';

/** A front end that is loaded when a file needs it. */
interface Entry {
  readonly language: string;
  readonly extensions: readonly string[];
  readonly title: string;
  readonly load: () => Promise<FrontEnd>;
}

/** The one registry of input languages. */
export const languages: readonly Entry[] = [
  {
    language: 'fp',
    extensions: ['.fp'],
    title: 'the native language',
    load: async () => (await import('./fp/parse.js')).fp,
  },
  {
    language: 'salpl',
    extensions: ['.orig'],
    title: 'programs of the CUPEX authors',
    load: async () => (await import('./salpl/parse.js')).salpl,
  },
  {
    language: 'litmus',
    extensions: ['.litmus'],
    title: 'x86 litmus tests',
    load: async () => (await import('./litmus/parse.js')).litmus,
  },
];
