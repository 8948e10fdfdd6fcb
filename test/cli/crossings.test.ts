import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { DiagnosticBag } from '../../src/diagnostics/diagnostic.js';
import { exporters } from '../../src/exporters/index.js';
import { languages } from '../../src/frontends/index.js';
import { loadArray, loadProgram } from '../../src/ask/load.js';
import {
  crossedEngines,
  crossedModels,
  crossedRun,
  crossedSubjects,
  crossedText,
  toldFaults,
} from './crossed.js';
import type { CrossingFault } from './crossed.js';
import { Answers } from './crossed-answers.js';
import { everyNth } from '../support/thorough.js';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('every command', () => {
  const commands = [
    ...crossedEngines.map((name) => ['verify', '--all-models', '--engine', name]),
    ...crossedEngines.map((name) => ['fences', '--kind', 'atomic', '--model', 'tso1', '--engine', name]),
    ...['three-valued', 'concrete'].flatMap((name) =>
      crossedModels.map((model) => ['check', '--semantics', name, '--model', model]),
    ),
    ...crossedModels.flatMap((model) => [
      ...['pe', 'ce', 'trad'].map((method) => ['abstract', '--method', method, '--model', model]),
      ['simulate', '--random', '--seed', '1', '--steps', '20', '--model', model],
      ['simulate', '--random', '--seed', '2', '--steps', '20', '--model', model, '--procs', '2'],
      ['litmus', '--model', model],
    ]),
  ];

  it.each(everyNth(crossedSubjects, 2))('does its work on $name or refuses it', async ({ path }) => {
    const faults: CrossingFault[] = [];
    for (const [command = '', ...more] of commands)
      faults.push(...(await crossedText([command, path, ...more])));
    expect(toldFaults(faults)).toEqual([]);
  });
});

/** What is wrong with a text that we wrote ourselves. */
async function unreadable(path: string, line: string): Promise<readonly CrossingFault[]> {
  const bag = new DiagnosticBag();
  if (path.endsWith('.cub')) await loadArray(languages, path, null, bag);
  else if (path.endsWith('.fp') || path.endsWith('.dve')) await loadProgram(languages, path, null, bag);
  return bag.errors().map(({ message }) => ({ line, what: `what is written has errors: ${message}` }));
}

/** A text written for SC is as safe as what it was made of. */
async function told(from: string, model: string, to: string): Promise<readonly CrossingFault[]> {
  const question = ['--procs', '2', '--engine', 'explicit'];
  const source = await crossedRun(
    ['verify', from, ...question, '--model', model, '--bound', '1', '--havoc-range', '0..1'],
    'verify',
  );
  const made = await crossedRun(['verify', to, ...question, '--havoc-range', '0..1'], 'verify');
  const answers = new Answers();
  answers.hear(source, '', model, `${from} under ${model}`);
  answers.hear(made, '', model, 'what was written of it');
  return [...source.faults, ...made.faults, ...answers.faults];
}

describe('every target', () => {
  it.each(everyNth(crossedSubjects, 2))('is written of $name, or it is refused', async ({ path }) => {
    const faults: CrossingFault[] = [];
    for (const model of crossedModels) {
      for (const to of exporters.map((e) => e.name)) {
        for (const more of [
          [],
          ['--procs', '2'],
          ['--bound', '1', '--procs', '2'],
          ['--atomic-waits', 'own'],
        ]) {
          const out = join(folder, `out.${to}`);
          const argv = ['transform', path, '--model', model, '--to', to, ...more];
          const run = await crossedRun([...argv, '-o', out], 'transform');
          faults.push(...run.faults);
          if (run.code !== 0) continue;
          faults.push(...(await unreadable(out, argv.join(' '))));
          const isOneRoom = more.includes('--bound') && to === 'fp';
          if (isOneRoom) faults.push(...(await told(path, model, out)));
        }
      }
    }
    expect(toldFaults(faults)).toEqual([]);
  });
});
