import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LspClient } from '../../support/editing/lsp-client.js';
import { listField, field, textField } from '../../../src/support/json-fields.js';

const uri = 'file:///nowhere/sb.fp';
const sb = `// Store buffering.
shared int x = 0, y = 0;
const N = 2;

thread P {
  local int r = 0;
  x = 1;
  r = y;
}

thread Q {
  local int r = 0;
  Start: y = 1;
  r = x;
}

final not_both_zero: P.r == 1 || Q.r == 1;
invariant fine: !(Q at Start && P.r > N);
`;

let client: LspClient;
beforeEach(async () => {
  client = new LspClient();
  await client.start();
});
afterEach(() => client.stop());

const texts = (list: unknown): readonly string[] =>
  Array.isArray(list) ? list.map((each) => textField(each, 'label') ?? textField(each, 'name') ?? '') : [];

describe('what is wrong', () => {
  it('is told as one types, with a fix', async () => {
    await client.open(uri, sb);
    expect(await client.known(uri)).toEqual([]);
    const place = sb.indexOf('shared');
    await client.type(uri, place, place + 6, 'shraed');
    const [wrong] = await client.told(uri);
    expect(wrong).toMatchObject({ code: 'E103', severity: 1, range: { start: { line: 1, character: 0 } } });
    const [fix] = listField({ fixes: await fixes([wrong]) }, 'fixes');
    expect(fix).toMatchObject({
      kind: 'quickfix',
      edit: { changes: { [uri]: [{ range: wrong?.range, newText: 'shared' }] } },
    });
    await client.type(uri, place, place + 6, 'shared');
    expect(await client.told(uri)).toEqual([]);
  });

  const fixes = (diagnostics: readonly unknown[]): Promise<unknown> =>
    client.about('textDocument/codeAction', uri, {
      range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
      context: { diagnostics },
    });

  it.each([
    ['a misspelt name', 'x = 1;', 'x = N0;', 'N'],
    ['one sign for two', 'P.r == 1', 'P.r = 1', '=='],
    ['two reads in an assume', 'x = 1;', 'assume(x == y);', 'atomic { assume(x == y); }'],
  ])('%s can be mended', async (_name, before, after, mended) => {
    const wrong = sb.replace(before, after);
    await client.open(uri, wrong);
    const diagnostics = await client.known(uri);
    const found = listField({ fixes: await fixes(diagnostics) }, 'fixes');
    expect(
      found.map((fix) => textField(listField(field(field(fix, 'edit'), 'changes'), uri)[0], 'newText')),
    ).toContain(mended);
  });

  it.each([
    ['a.litmus', 'X86 SB\n{ x=0; }\n P0 ;\n MOV [x],$ ;\nexists (x=1)\n'],
    ['a.bl', 'decl a;\nbad\n'],
    ['a.cub', 'var X : itn\n'],
    ['a.dve', 'int x;\nproces P { }\n'],
    ['a.rmm', 'forbidden\n bad bad\n'],
    ['a.trn', 'bad\n'],
    ['a.c', 'int main(void) { return y; }\n'],
  ])('is told of %s', async (name, text) => {
    const other = `file:///nowhere/${name}`;
    await client.open(other, text, 'text');
    const diagnostics = await client.known(other);
    expect(diagnostics.length).toBeGreaterThan(0);
    expect(
      diagnostics.every(
        ({ source, message }) =>
          source === 'fencepost' && !JSON.stringify(message).includes('internal error'),
      ),
    ).toBe(true);
  });

  it('is told in a file that includes others as they stand in the editor', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fencepost-lsp-'));
    try {
      const [own, other] = ['main.fp', 'lib.fp'].map((name) => pathToFileURL(join(folder, name)).href);
      writeFileSync(join(folder, 'lib.fp'), 'shared int y = 0;\n');
      await client.open(own ?? '', 'include "lib.fp"\nthread P { x = 1; }\n');
      expect(await client.known(own ?? '')).toMatchObject([{ code: 'E201', range: { start: { line: 1 } } }]);
      await client.open(other ?? '', 'shared int x = 0;\n');
      await client.known(other ?? '');
      await client.type(other ?? '', 0, 0, '// x\n');
      expect(await client.told(own ?? '')).toEqual([]);
      const place = await client.at('textDocument/definition', own ?? '', 'x = 1');
      expect(place).toMatchObject({ uri: other, range: { start: { line: 1, character: 11 } } });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('names', () => {
  beforeEach(() => client.open(uri, sb));

  it('have a declaration', async () => {
    const place = await client.at('textDocument/definition', uri, 'Q.r == 1', {}, 2);
    expect(place).toMatchObject({ uri, range: { start: { line: 11, character: 12 } } });
  });

  it('have uses', async () => {
    const places = await client.at('textDocument/references', uri, 'y = 0', {
      context: { includeDeclaration: true },
    });
    expect(
      listField({ places }, 'places').map((each) => field(field(field(each, 'range'), 'start'), 'line')),
    ).toEqual([1, 7, 12]);
  });

  it('are renamed where they mean the same', async () => {
    expect(await client.at('textDocument/prepareRename', uri, 'r = y')).toMatchObject({ start: { line: 7 } });
    const edit = await client.at('textDocument/rename', uri, 'r = y', { newName: 'seen' });
    const edits = listField(field(edit, 'changes'), uri);
    expect(edits.map((each) => field(field(field(each, 'range'), 'start'), 'line'))).toEqual([5, 7, 16, 17]);
  });

  it.each([
    ['x', 'would mean something else then'],
    ['fence', 'is a word of the language'],
    ['1a', 'is no name'],
  ])('are not renamed to %s', async (newName, why) => {
    await expect(client.at('textDocument/rename', uri, 'r = y', { newName })).rejects.toThrow(why);
  });

  it('lead to members of structures', async () => {
    const text =
      'struct Node { int next; }\nshared Node node[2];\nthread P { local int next = 0; node[next].next = 1; }\n';
    await client.open(uri, text);
    const place = await client.at('textDocument/definition', uri, '].next', {}, 2);
    expect(place).toMatchObject({ range: { start: { line: 0, character: 18 } } });
    const labels = await client.at('textDocument/completion', uri, '].next', {}, 2);
    expect(texts(labels)).toEqual(['next']);
  });

  it('are listed', async () => {
    const symbols = listField({ all: await client.about('textDocument/documentSymbol', uri) }, 'all');
    expect(texts(symbols)).toEqual(['x', 'y', 'N', 'P', 'Q', 'not_both_zero', 'fine']);
    expect(texts(listField(symbols[4], 'children'))).toEqual(['r', 'Start']);
  });
});

describe('hovering', () => {
  const hover = async (text: string, behind = 0): Promise<string> =>
    textField(field(await client.at('textDocument/hover', uri, text, {}, behind), 'contents'), 'value') ?? '';

  it('tells a type, and what a write does under each model', async () => {
    await client.open(uri, sb);
    const text = await hover('x = 1');
    expect(text).toContain('shared int x');
    expect(text).toContain('Store buffering.');
    expect(text).toMatch(/\*\*SC\*\*: the write is in memory at once/);
    expect(text).toMatch(/\*\*TSO\*\*: the write waits in the buffer of P/);
    expect(text).toMatch(/\*\*PSO\*\*: .* before earlier writes to other variables/);
  });

  it.each([
    ['fence;', /TSO\*\*: P waits until its buffer is empty/],
    ['fence(ww);', /TSO\*\*: it does nothing/],
    ['r = cas(x, 0, 1);', /locked instruction/],
    ['locked { x = 2; }', /No other thread steps/],
    ['r = y;', /newest write to it in its own buffer/],
    ['r = 3;', /no shared variable/],
    ['y = x;', /Each access is a step of its own/],
    ['x++;', /Reads `x`. P writes `x`/],
  ])('tells of %s', async (statement, expected) => {
    await client.open(uri, sb.replace('x = 1;', statement));
    expect(await hover(statement)).toMatch(expected);
  });

  it('knows that nothing is buffered inside of locked', async () => {
    await client.open(uri, sb.replace('x = 1;', 'locked { x = 2; }'));
    expect(await hover('x = 2')).toMatch(/Writes `x` to memory at once/);
  });
});

describe('completion', () => {
  const proposed = async (text: string, mark = '§'): Promise<readonly string[]> => {
    const place = text.indexOf(mark);
    await client.open(uri, text.replace(mark, ''));
    const [line, character] = [
      text.slice(0, place).split('\n').length - 1,
      place - text.lastIndexOf('\n', place - 1) - 1,
    ];
    return texts(await client.about('textDocument/completion', uri, { position: { line, character } }));
  };

  it.each([
    ['the top', `${sb}§`, ['thread', 'invariant'], ['r']],
    ['a statement', sb.replace('x = 1;', '§'), ['x', 'r', 'while', 'fence;'], ['Start', 'thread']],
    ['a statement that is begun', sb.replace('x = 1;', 'wh§'), ['while'], ['thread']],
    ['the locals of a thread', sb.replace('P.r ==', 'P.§ =='), ['r'], ['x', 'Start']],
    ['a label', sb.replace('Q at Start', 'Q at §'), ['Start'], ['r']],
    ['a jump', sb.replace('r = x;', 'goto §;'), ['Start'], ['x']],
    ['a property', sb.replace('P.r == 1 ||', '§ ||'), ['P', 'Q', 'x', 'forall'], ['r', 'while']],
    ['a type', sb.replace('int x', '§'), ['int', 'bool'], ['x']],
  ])('knows what may stand at %s', async (_place, text, those, others) => {
    const labels = await proposed(text);
    expect(labels).toEqual(expect.arrayContaining(those));
    for (const other of others) expect(labels).not.toContain(other);
  });
});

describe('formatting', () => {
  it('is that of fmt', async () => {
    await client.open(uri, sb.replace('x = 1;', 'x=1 ;'));
    const edits = await client.about('textDocument/formatting', uri, {
      options: { tabSize: 2, insertSpaces: true },
    });
    expect(edits).toMatchObject([{ newText: sb }]);
  });

  it('leaves alone what cannot be read', async () => {
    await client.open(uri, sb.replace('x = 1;', 'x = ;'));
    const edits = await client.about('textDocument/formatting', uri, {
      options: { tabSize: 2, insertSpaces: true },
    });
    expect(edits).toEqual([]);
  });
});

describe('verifying', () => {
  const titles = async (): Promise<readonly string[]> =>
    listField({ all: await client.about('textDocument/codeLens', uri) }, 'all').map(
      (lens) => textField(field(lens, 'command'), 'title') ?? '',
    );
  const command = (name: string, ...words: readonly string[]): Promise<unknown> =>
    client.connection.sendRequest('workspace/executeCommand', { command: name, arguments: words });

  it('is offered, done apart, and told beside the text', async () => {
    await client.open(uri, sb);
    await client.known(uri);
    expect(await titles()).toEqual(['verify under SC', 'verify under TSO', 'verify under PSO']);
    expect(await command('fencepost.verify', uri, 'tso')).toMatchObject({ verdict: 'unsafe' });
    expect(await titles()).toContainEqual(expect.stringMatching(/^TSO: unsafe: not_both_zero/));
    expect(await titles()).toContainEqual(expect.stringMatching(/^TSO: unsafe in \d+ steps$/));
    expect(client.refreshed).toBeGreaterThan(0);
    const [violated] = await client.known(uri);
    expect(violated).toMatchObject({ code: 'violated', range: { start: { line: 16 } } });
    expect(violated?.relatedInformation?.length).toBeGreaterThan(2);
    expect(await command('fencepost.result', uri, 'tso', 'not_both_zero')).toContain('store x = 1');
    // What was said is no more once the text is another.
    await client.type(uri, 0, 0, '\n');
    expect(await client.told(uri)).toEqual([]);
    expect(await titles()).toContain('verify under TSO');
  });

  it('can be stopped', async () => {
    const endless =
      'shared int x = 0;\nthread P { while (true) { x = x + 1; } }\nthread Q { local int r = 0; while (true) { r = x; x = r * 2 + 1; } }\ninvariant a: x != -5;\n';
    await client.open(uri, endless);
    const running = command('fencepost.verify', uri, 'sc');
    expect(await titles()).toContain('SC: running... (stop)');
    await command('fencepost.stop', uri, 'sc');
    expect(await running).toMatchObject({ verdict: null, reason: 'stopped' });
  });
});

describe('half-typed text', () => {
  it('harms nothing', async () => {
    const text = readFileSync('samples/data-structures/chase-lev.fp', 'utf8');
    for (let end = 0; end < text.length; end += 97) {
      await client.open(uri, text.slice(0, end));
      await client.known(uri);
      const position = { line: text.slice(0, end).split('\n').length - 1, character: 3 };
      for (const method of ['hover', 'completion', 'definition', 'documentSymbol', 'codeLens'])
        await client.about(`textDocument/${method}`, uri, { position });
    }
    expect(await client.about('textDocument/documentSymbol', uri)).not.toEqual([]);
  });
});
