import { describe, expect, it } from '@jest/globals';
import { commandNames } from '../../src/options/kit/row.js';
import { fencepost } from './fencepost.js';

describe('help', () => {
  it('lists the commands that there are', async () => {
    const { code, stdout, stderr } = await fencepost(['--help']);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    const commands = [...stdout.matchAll(/^ {2}fencepost (\w+) /gm)].map((match) => match[1]);
    expect(commands).toEqual([
      'verify',
      'abstract',
      'check',
      'litmus',
      'fences',
      'simulate',
      'transform',
      'replay',
      'compare',
      'fmt',
      'lsp',
      'dap',
      'merge',
      'worker',
      'serve',
      'samples',
      'init',
      'explain',
      'completion',
    ]);
  });

  it.each([...commandNames])('of %s has examples', async (command) => {
    const { code, stdout } = await fencepost([command, '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('Examples:');
    expect(stdout).toContain(`fencepost ${command} `);
  });

  it.each(['--version', '-V'])('tells the version by %s', async (flag) => {
    const { code, stdout } = await fencepost([flag]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('a command line that is wrong', () => {
  it.each([
    ['no command', [], 'no command given'],
    ['a misspelt command', ['verfy', 'a.fp'], "did you mean 'verify'?"],
    ['an option before the command', ['--verbose', 'verify'], 'the command comes first'],
    ['a misspelt option', ['verify', 'a.fp', '--modle', 'tso'], "did you mean '--model'?"],
    ['an option of another command', ['verify', 'a.fp', '--random'], 'verify has no option --random'],
    ['a short option', ['verify', 'a.fp', '-m', 'tso'], 'verify has no option -m'],
    ['no file', ['verify'], 'verify needs at least one file'],
    ['no file for a command that takes one', ['check'], 'check needs a file'],
    ['two files', ['check', 'a.bl', 'b.bl'], "takes one file; what is 'b.bl'?"],
    ['a second file after --', ['check', 'a.bl', '--', 'b.bl'], "what is 'b.bl'?"],
    ['words for a command without any', ['completion', 'bash', 'zsh'], "what is 'zsh'?"],
    ['no shell', ['completion'], 'completion needs a shell'],
    ['a misspelt shell', ['completion', 'bsah'], "did you mean 'bash'?"],
    ['a misspelt code', ['explain', 'overfow'], "did you mean 'overflow'?"],
    ['a misspelt sample', ['samples', 'copy', 'petersn'], "did you mean 'peterson'?"],
    ['a sample of a name that several have', ['samples', 'show', 'peterson.fp'], 'there are several samples'],
    ['a misspelt family', ['samples', 'mutx'], "did you mean 'mutex'?"],
    ['no colour', ['verify', 'a.fp', '--color', 'alwys'], "did you mean 'always'?"],
    ['the standard input twice', ['verify', '-', '-'], 'can be read once only'],
    ['the standard input for evidence', ['replay', '-'], 'replay does not read the standard input'],
    ['evidence of several files', ['verify', 'a.fp', 'b.fp', '--evidence', 'e.json'], 'is about one file'],
    ['a missing value', ['verify', 'a.fp', '--model'], '--model needs a value'],
    ['an option for a value', ['verify', 'a.fp', '--model', '--verbose'], '--model needs a value'],
    ['a value for a flag', ['verify', 'a.fp', '--json=yes'], '--json takes no value'],
    ['an option given twice', ['verify', 'a.fp', '--model', 'sc', '--model', 'tso'], 'more than once'],
    ['an unknown model', ['verify', 'a.fp', '--model', 'tos'], "did you mean 'tso'?"],
    [
      'no number',
      ['verify', 'a.fp', '--timeout', 'abc'],
      "--timeout takes a number of seconds above 0, not 'abc'",
    ],
    ['a negative number', ['verify', 'a.fp', '--timeout', '-1'], "not '-1'"],
    ['NaN', ['verify', 'a.fp', '--timeout', 'NaN'], "not 'NaN'"],
    ['infinity', ['verify', 'a.fp', '--timeout', 'Infinity'], "not 'Infinity'"],
    ['half a process', ['verify', 'a.fp', '--procs', '1.5'], '--procs takes a whole number from 1'],
    ['no buffer at all', ['verify', 'a.fp', '--bound', '0'], '--bound takes a whole number from 1'],
    ['a bound given twice', ['verify', 'a.fp', '--bound', 'x=1,x=2'], "--bound names 'x' twice"],
    [
      'half a bound',
      ['verify', 'a.fp', '--bound', 'x=,y=1'],
      '--bound takes auto, a whole number, or a list',
    ],
    ['an empty range', ['verify', 'a.fp', '--havoc-range', '3..1'], 'is empty'],
    [
      'a range beyond doubles',
      ['verify', 'a.fp', '--havoc-range', '0..9007199254740992'],
      'goes up to 2^53 - 1',
    ],
    ['no range', ['verify', 'a.fp', '--havoc-range', '3'], '--havoc-range takes a range such as 0..3'],
    ['an unknown engine', ['verify', 'a.fp', '--engine', 'explict'], "did you mean 'explicit'?"],
    ['one model and all', ['verify', 'a.fp', '--model', 'sc', '--all-models'], 'exclude each other'],
    ['an unknown model in a list', ['litmus', 'a.litmus', '--model', 'sc,xso'], "no memory model 'xso'"],
    ['steps that nobody takes', ['simulate', 'a.fp', '--steps', '3'], '--steps goes with --random'],
    ['too many steps', ['simulate', 'a.fp', '--random', '--steps', '1000000000'], 'at most 100000'],
    ['no terminal', ['simulate', 'samples/litmus/sb.fp'], 'give --random, or run simulate on a terminal'],
  ])('%s', async (_what, args, message) => {
    const { code, stdout, stderr } = await fencepost(args);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/See 'fencepost .*--help'/);
    expect(stderr.split('\n').length).toBeLessThan(6);
  });

  it.each([[['--json', 'verify']], [['verify', '--json']], [['verify', 'a.fp', '--json', '--wrong']]])(
    'is one JSON document if --json is among %j',
    async (args) => {
      const { code, stdout } = await fencepost(args);
      expect(code).toBe(2);
      expect(JSON.parse(stdout)).toMatchObject({
        schema: 1,
        verdict: null,
        reason: 'usage',
        errors: [{ code: 'E006' }],
      });
    },
  );

  it('is a litmus document for litmus', async () => {
    const { code, stdout } = await fencepost(['litmus', '--json', '--wrong', 'a.litmus']);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ schema: 1, tests: [], errors: [{ code: 'E006' }] });
  });

  it('can be too much for a reader that goes away', async () => {
    const { code, stderr } = await fencepost(['verify', '--json'], { closeStdout: true });
    expect(code).toBe(2);
    expect(stderr).not.toContain('EPIPE');
  });
});
