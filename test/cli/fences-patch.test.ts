import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { folderWith } from './fencepost.js';
import { tellSkipped } from '../support/skipped.js';
import { inProcess } from './in-process.js';
import { parsedAs } from './parsed-document.js';

const sb = `shared int x = 0, y = 0;

thread P {
  local int r = 0;
  x = 1; // the store
  r = y;
}

thread Q { local int r = 0; y = 1; r = x; }

final P.r == 1 || Q.r == 1;
`;
const litmus = `X86 SB
{ x=0; y=0; }
 P0          | P1          ;
 MOV [x],$1  | MOV [y],$1  ;
 MOV EAX,[y] | MOV EAX,[x] ;
~exists (0:EAX=0 /\\ 1:EAX=0)
`;
const folder = folderWith({ 'sb.litmus': litmus });

function file(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const hasPatch = spawnSync('patch', ['--version']).status === 0;
if (!hasPatch) tellSkipped('patch', 'tests that patches are taken');
const describeWithPatch = hasPatch ? describe : describe.skip;

/** Puts a patch into the file of that name, in its folder. */
function patched(patch: string, name: string, text: string): string {
  file(name, text);
  const { status, stdout, stderr } = spawnSync('patch', ['-p1', '--binary', '--fuzz=0'], {
    ...{ cwd: folder, input: patch, encoding: 'utf8' },
  });
  expect({ status, stderr, stdout: stdout.trim() }).toEqual({
    ...{ status: 0, stderr: '' },
    stdout: expect.stringMatching(/^patching file [^\n]*$/),
  });
  return readFileSync(join(folder, name), 'utf8');
}

const fences = (path: string, ...args: readonly string[]): ReturnType<typeof inProcess> =>
  inProcess(['fences', path, '--model', 'tso', ...args]);

async function verdictOf(path: string): Promise<string> {
  const { stdout } = await inProcess(['verify', path, '--model', 'tso', '--trace=none']);
  return stdout.trim().split('\n').at(-1) ?? '';
}

describe('fences --diff', () => {
  it('prints a patch and nothing else on stdout', async () => {
    const { code, stdout, stderr } = await fences(file('sb.fp', sb), '--diff');
    expect(code).toBe(0);
    expect(stdout).toBe(`--- a/sb.fp
+++ b/sb.fp
@@ -3,9 +3,10 @@
 thread P {
   local int r = 0;
   x = 1; // the store
+  fence;
   r = y;
 }
 
-thread Q { local int r = 0; y = 1; r = x; }
+thread Q { local int r = 0; y = 1; fence; r = x; }
 
 final P.r == 1 || Q.r == 1;
`);
    expect(stderr).toBe('FENCES: 2: fewer are not enough\n');
  });

  it('names the file as the working folder sees it', async () => {
    const path = 'samples/litmus/sb.fp';
    for (const asked of [path, `./${path}`, join(process.cwd(), path), 'samples/mutex/../litmus/sb.fp'])
      expect((await fences(asked, '--diff')).stdout).toMatch(
        /^--- a\/samples\/litmus\/sb\.fp\n\+\+\+ b\/samples\/litmus\/sb\.fp\n/,
      );
  });

  it('prints nothing where nothing is to be done', async () => {
    const right = file('right.fp', sb.replace('x = 1;', 'x = 1; fence;').replace('y = 1;', 'y = 1; fence;'));
    expect(await fences(right, '--diff')).toEqual({
      ...{ code: 0, stdout: '' },
      stderr: 'FENCES: 0: the properties hold without any\n',
    });
  });

  it('takes out fences that are not needed', async () => {
    const rich = sb.replace('x = 1;', 'fence;\n  x = 1; fence;').replace('y = 1;', 'y = 1; fence;');
    const { stdout, stderr } = await fences(file('rich.fp', rich), '--remove', '--diff');
    expect(stdout).toContain('\n-  fence;\n');
    expect(stdout.match(/^[-+] /gm)).toHaveLength(1);
    expect(stderr).toBe('FENCES: 1 can go: no more can\n');
  });
});

describeWithPatch('patch -p1', () => {
  const variants: readonly (readonly [string, string, string])[] = [
    ['a plain file', 'plain.fp', sb],
    ['a file whose lines end in CRLF', 'crlf.fp', sb.replaceAll('\n', '\r\n')],
    ['a file without a line break at its end', 'cut.fp', sb.trimEnd()],
    [
      'of a file whose last line changes',
      'last.fp',
      sb
        .replace(/\nfinal.*\n/, '')
        .trimEnd()
        .replace('thread Q', 'final P.r == 1 || Q.r == 1; thread Q'),
    ],
    ['a file with blanks in its name', 'with blanks.fp', sb],
    ['a file with letters of other alphabets in its name', 'Größe "1".fp', sb],
    [
      'of a file that begins with a byte order mark',
      'mark.fp',
      `\ufeff${sb.slice(sb.indexOf('thread'))}shared int x = 0, y = 0;`,
    ],
  ];
  it.each(variants)('makes %s what is verified', async (_, name, text) => {
    const { code, stdout } = await fences(file(name, text), '--diff');
    expect(code).toBe(0);
    const mended = patched(stdout, name, text);
    expect(mended.match(/fence;/g)).toHaveLength(2);
    expect(mended.replace(/(\r?\n {2}| )fence;/g, '')).toBe(text);
    expect(await verdictOf(join(folder, name))).toBe('VERDICT: SAFE');
  });
});

describe('fences --apply', () => {
  it('prints the program, which then is right', async () => {
    const { code, stdout, stderr } = await fences(file('sb.fp', sb), '--apply');
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'FENCES: 2: fewer are not enough\n' });
    expect(stdout).toBe(
      sb.replace('the store\n', 'the store\n  fence;\n').replace('y = 1;', 'y = 1; fence;'),
    );
    expect(await verdictOf(file('fenced.fp', stdout))).toBe('VERDICT: SAFE');
  });

  it('writes it to a file, and the report to stdout', async () => {
    const out = join(folder, 'out.fp');
    const { code, stdout, stderr } = await fences(file('sb.fp', sb), '--apply', '-o', out);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.trim().split('\n').at(-1)).toBe('FENCES: 2: fewer are not enough');
    expect(await verdictOf(out)).toBe('VERDICT: SAFE');
  });

  it('prints the program as it is where nothing is to be done', async () => {
    const right = sb.replace('x = 1;', 'x = 1; fence;').replace('y = 1;', 'y = 1; fence;');
    expect((await fences(file('right.fp', right), '--apply')).stdout).toBe(right);
  });

  it('writes nothing where no set suffices, or none is known', async () => {
    const out = join(folder, 'none.fp');
    const wrong = file('wrong.fp', 'shared int x = 0;\nthread P { x = 1; }\ninvariant never: x == 0;\n');
    const { code, stdout, stderr } = await fences(wrong, '--apply');
    expect({ code, stdout }).toEqual({ code: 10, stdout: '' });
    expect(stderr).toMatch(/^FENCES: NONE SUFFICE: /m);
    expect((await fences(wrong, '--diff', '-o', out)).code).toBe(10);
    const long = file(
      'long.fp',
      'shared int x = 0;\nthread P { while (true) { x = x + 1; } }\ninvariant x >= 0;\n',
    );
    expect((await fences(long, '--apply', '-o', out, '--engine=explicit', '--timeout=1')).code).toBe(20);
    expect(() => readFileSync(out)).toThrow('ENOENT');
  });

  it('refuses before the search what the native language cannot say', async () => {
    for (const name of ['anderson', 'mailbox']) {
      const path = `samples/dve/${name}.dve`;
      const { code, stdout, stderr } = await fences(path, '--apply', '--verbose');
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain('the native language cannot say all of this program');
      expect(stderr).not.toContain('verification');
    }
  });

  it('writes programs of other languages in the native one', async () => {
    const path = join(folder, 'sb.litmus');
    const out = join(folder, 'litmus.fp');
    expect((await fences(path, '--apply', '-o', out)).code).toBe(0);
    expect(await verdictOf(out)).toBe('VERDICT: SAFE');
    expect((await fences(path, '--apply', '-o', join(folder, 'out.litmus'))).stderr).toContain(
      'does not end in .fp',
    );
    const diff = await fences(path, '--diff');
    expect(diff).toMatchObject({ code: 2, stdout: '' });
    expect(diff.stderr).toContain('take --apply -o OUT.fp');
  });
});

describe('the document', () => {
  it('has the patch, the text, or the name of the file', async () => {
    const path = file('sb.fp', sb);
    const out = join(folder, 'json.fp');
    const wishes = [['--diff'], ['--apply'], ['--apply', '-o', out]];
    const documents = await Promise.all(
      wishes.map(async (wish) => parsedAs('fences', (await fences(path, ...wish, '--json')).stdout)),
    );
    const [patch, text] = [await fences(path, '--diff'), await fences(path, '--apply')];
    expect(documents).toMatchObject([{ patch: patch.stdout }, { text: text.stdout }, { output: out }]);
    expect(documents[2]).not.toHaveProperty('text');
    expect(readFileSync(out, 'utf8')).toBe(text.stdout);
  });
});

describe('fences refuses', () => {
  it.each([
    [['--diff', '--apply'], 'give one of them'],
    [['-o', 'out.fp'], 'give --apply'],
    [['--diff', '--kind', 'atomic'], '--diff is for --kind fence'],
    [['--apply', '-o', join(folder, 'sb.fp')], 'would overwrite the input'],
    [['--apply', '-o', join(folder, 'no', 'such', 'out.fp')], 'cannot write'],
  ])('%p', async (args, why) => {
    const { code, stdout, stderr } = await fences(file('sb.fp', sb), ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(why);
  });
});

describe('a program whose threads stand in several places', () => {
  const included = file('a.fp', 'shared int x = 0, y = 0;\nthread A { local int r = 0; x = 1; r = y; }\n');
  const within = file(
    'within.fp',
    'include "a.fp"\nthread B { local int r = 0; y = 1; fence; r = x; }\nfinal A.r == 1 || B.r == 1;\n',
  );
  const called = file(
    'called.fp',
    'shared int x = 0, y = 0;\ninline put(shared v) { v = 1; }\nthread A { local int r = 0; put(x); r = y; }\nthread B { local int r = 0; put(y); fence; r = x; }\nfinal A.r == 1 || B.r == 1;\n',
  );

  it.each([within, called])('is written as a whole, and there is no patch: %s', async (path) => {
    const applied = await fences(path, '--apply');
    expect(applied.code).toBe(0);
    expect(await verdictOf(file('whole.fp', applied.stdout))).toBe('VERDICT: SAFE');
    const { code, stdout, stderr } = await fences(path, '--diff');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('no change of this text alone puts these fences where they belong');
    expect(readFileSync(included, 'utf8')).not.toContain('fence');
  });
});
