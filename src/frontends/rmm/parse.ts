import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Source } from '../../diagnostics/span.js';
import type { Program } from '../../ir/program.js';
import type { FrontEnd } from '../frontend.js';
import { lowerMachine } from './lower.js';
import { readMachine } from './read.js';

/** Memorax machines. */
export const rmm: FrontEnd = {
  language: 'rmm',
  extensions: ['.rmm'],
  title: 'Memorax machines',
  parse: parseRmm,
};

function parseRmm(source: Source, bag: DiagnosticBag): Program | null {
  const machine = readMachine(source, bag);
  return machine === null ? null : lowerMachine(machine, baseName(source.path), bag);
}

const baseName = (path: string): string => path.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '');
