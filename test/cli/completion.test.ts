import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { manPage } from '../../src/cli/man-page.js';
import { commands } from '../../src/cli/commands/index.js';
import type { CliCommand } from '../../src/cli/command.js';
import { shells } from '../../src/cli/completion/shells.js';
import { optionTable } from '../../src/options/option-table.js';
import { isInstalled, tellSkipped } from '../support/skipped.js';
import { folderWith } from './fencepost.js';
import { inProcess } from './in-process.js';

const folder = folderWith({});
const script = (shell: string): string => join(folder, `fencepost.${shell}`);
beforeAll(async () => {
  for (const shell of shells) writeFileSync(script(shell), (await inProcess(['completion', shell])).stdout);
});

/** What begins tests with a program that may not be installed. */
function where(program: string): typeof describe.skip {
  if (isInstalled(program)) return describe;
  tellSkipped(program, 'tests of what is made for it');
  return describe.skip;
}

/** What is offered behind these words, the last of which is being typed. */
const cases: readonly (readonly [words: string, offered: readonly string[], not: readonly string[]])[] = [
  ['ver', ['verify'], ['check']],
  ['verify --mo', ['--model'], ['--models', '--property']],
  ['verify --model ts', ['tso', 'tso1'], ['sc']],
  ['verify --engine d', ['dual'], ['explicit']],
  ['verify --lang tr', ['trencher'], ['fp']],
  ['transform --to prom', ['promela'], ['c']],
  ['explain overfl', ['overflow'], ['E101']],
  ['completion z', ['zsh'], ['bash']],
  ['samples mu', ['mutex'], ['litmus']],
];

where('bash')('the completion for bash', () => {
  const offered = (words: readonly string[]): readonly string[] => {
    const list = ['fencepost', ...words].map((word) => `'${word}'`).join(' ');
    const asked = `source ${script('bash')}; COMP_WORDS=(${list}); COMP_CWORD=${words.length}; _fencepost; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const run = spawnSync('bash', ['--norc', '-c', asked], { encoding: 'utf8' });
    expect(run.stderr).toBe('');
    return run.stdout.trim().split('\n');
  };

  it.each(cases)("offers behind '%s' %j", (words, some, none) => {
    const found = offered(words.split(' '));
    expect(found).toEqual(expect.arrayContaining([...some]));
    expect(found.filter((word) => none.includes(word))).toEqual([]);
  });

  it('knows values behind = and in lists', () => {
    expect(offered(['verify', '--model', '=', 'ps'])).toEqual(['pso']);
    expect(offered(['verify', '--model', '='])).toContain('pso');
    expect(offered(['compare', '--models', 'sc,ts'])).toEqual(['sc,tso', 'sc,tso1']);
  });
});

where('fish')('the completion for fish', () => {
  it.each(cases)("offers behind '%s' %j", (words, some, none) => {
    const asked = `source ${script('fish')}; complete -C 'fencepost ${words}'`;
    const run = spawnSync('fish', ['--no-config', '-c', asked], { encoding: 'utf8', cwd: folder });
    const found = run.stdout.split('\n').map((line) => line.split('\t')[0] ?? '');
    expect(found).toEqual(expect.arrayContaining([...some]));
    expect(found.filter((word) => none.includes(word))).toEqual([]);
  });
});

where('zsh')('the completion for zsh', () => {
  /** What zsh's own functions are told: they offer it. */
  const told = (words: readonly string[]): string => {
    const list = ['fencepost', ...words].map((word) => `'${word}'`).join(' ');
    const stubs = `compdef() {}; _arguments() { print -rl -- "$@" }; _describe() { print -rl -- "\${(@P)2}" }`;
    const asked = `${stubs}; source ${script('zsh')}; words=(${list}); CURRENT=${words.length + 1}; _fencepost`;
    const run = spawnSync('zsh', ['-f', '-c', asked], { encoding: 'utf8' });
    expect(run.stderr).toBe('');
    return run.stdout;
  };

  it('tells commands, options and values', () => {
    expect(told([''])).toContain('verify:decide the properties');
    const options = told(['verify', '--m']);
    expect(options).toMatch(/^--model=\[memory model.*\]:M:\(sc tso pso/m);
    expect(options).toMatch(/^\*--define=\[/m);
    expect(told(['compare', '--m'])).toMatch(/^--models=\[.*:_values -s , LIST sc tso/m);
    expect(told(['completion', ''])).toContain('*:word:(bash zsh fish)');
  });
});

where('man')('the page for man', () => {
  const loaded: CliCommand[] = [];
  // One after the other: jest loads modules that are asked for at the same time wrongly.
  beforeAll(async () => {
    for (const { load } of commands) loaded.push(await load());
    writeFileSync(join(folder, 'fencepost.1'), manPage(loaded, '1.2.3'));
  });

  it('is read without a complaint, and has every command and option', () => {
    const run = spawnSync('man', ['--warnings=w', '-l', join(folder, 'fencepost.1')], {
      encoding: 'utf8',
      env: { ...process.env, MANWIDTH: '200', MAN_KEEP_FORMATTING: '', LC_ALL: 'C.UTF-8' },
    });
    expect(run.stderr).toBe('');
    const text = run.stdout.replaceAll(/.\u0008/g, '');
    for (const { name } of commands) expect(text).toContain(`fencepost ${name} [options]`);
    for (const { name } of optionTable) expect(text).toContain(`--${name}`);
    expect(text).toContain("fencepost verify lock.fp --model tso1 --ltl 'G (P at Want -> F (P at CS))'");
    expect(text).toContain('fencepost 1.2.3');
  });
});
