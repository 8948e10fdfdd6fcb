import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { wordsOf } from '../../../src/frontends/fp/outline/outline-words.js';
import { Source } from '../../../src/diagnostics/span.js';
import { keywords } from '../../../src/lang/program/keywords.js';
import { field, listField, parsedJson, textField } from '../../../src/support/json-fields.js';
import { crc32 } from '../../../tools/extension/zip.js';
import { packed } from '../../../tools/extension/pack.js';
import { TextMateGrammar } from '../../support/editing/textmate.js';
import { samples } from '../../support/samples.js';

const folder = 'editors/vscode';
const json = (name: string): unknown => parsedJson(readFileSync(join(folder, name), 'utf8'));
const grammar = new TextMateGrammar(json('syntaxes/fencepost.tmLanguage.json'));

const scopes = (text: string): readonly string[] =>
  grammar
    .tokenise(text)
    .filter(({ text: part }) => part.trim() !== '')
    .map(({ text: part, scope }) => `${part.trim()} ${scope.replace(/\.fencepost$/, '')}`);

describe('the grammar', () => {
  it('tells what words are', () => {
    expect(
      scopes(
        'shared int[0..3] x = 0; // all\nthread P(me: 0..1) {\n  L1: x = cas(x, me, 1);\n  fence; goto L1;\n}',
      ),
    ).toEqual(
      [
        ...[
          'shared storage.modifier',
          'int storage.type',
          '[ punctuation',
          '0 constant.numeric',
          '.. keyword.operator',
        ],
        ...[
          '3 constant.numeric',
          '] punctuation',
          'x variable.other',
          '= keyword.operator',
          '0 constant.numeric',
        ],
        ...['; punctuation', '// all comment.line.double-slash', 'thread storage.type.thread'],
        ...[
          'P entity.name.type.thread',
          '( punctuation',
          'me variable.other',
          ': punctuation',
          '0 constant.numeric',
        ],
        ...[
          '.. keyword.operator',
          '1 constant.numeric',
          ') punctuation',
          '{ punctuation',
          'L1 entity.name.label',
          ':',
        ],
        ...[
          'x variable.other',
          '= keyword.operator',
          'cas keyword.other.memory',
          '( punctuation',
          'x variable.other',
        ],
        ...[', punctuation', 'me variable.other', ', punctuation', '1 constant.numeric', ') punctuation'],
        ...['; punctuation', 'fence keyword.other.memory', '; punctuation', 'goto keyword.control'],
        ...['L1 entity.name.label', '; punctuation', '} punctuation'],
      ].map((each) => (each === ':' ? ': ' : each)),
    );
  });

  it('knows the letters of a temporal formula there only', () => {
    expect(scopes('ltl live: G (P at L -> F x == G);')).toContain('G keyword.operator.temporal');
    expect(scopes('shared int G = 0;')).toContain('G variable.other');
  });

  it('knows comments of several lines', () => {
    const found = grammar.tokenise('/* a\nthread */ int');
    expect(
      found
        .filter(({ scope }) => scope.startsWith('comment'))
        .map(({ text }) => text)
        .join('|'),
    ).toBe('/*| a|thread |*/');
  });

  it('knows every keyword', () => {
    for (const word of keywords)
      expect(scopes(` ${word} `).join()).toMatch(/ (?:keyword|storage|constant\.language)/);
  });

  it('gives a scope to every token of every sample, and comments to comments alone', () => {
    for (const sample of samples.filter((_, i) => i % 4 === 0)) {
      const text = readFileSync(join('samples', sample), 'utf8');
      const found = grammar.tokenise(text).filter((part) => part.text.trim() !== '');
      expect(
        found
          .filter(({ scope }) => scope === '')
          .map((part) => part.text.trim())
          .filter((part) => part !== ':'),
      ).toEqual([]);
      const code = found
        .filter(({ scope }) => !scope.startsWith('comment'))
        .map((part) => part.text)
        .join(' ');
      const words = wordsOf(new Source(sample, text))
        .map((word) => word.text)
        .join('');
      expect(code.replace(/\s+/g, '')).toBe(words.replace(/\s+/g, ''));
    }
  });
});

describe('the extension', () => {
  const manifest = json('package.json');

  it('names files that are there', () => {
    const contributes = field(manifest, 'contributes');
    const paths = [
      textField(manifest, 'main'),
      ...listField(contributes, 'grammars').map((each) => textField(each, 'path')),
      ...listField(contributes, 'languages').flatMap((each) => textField(each, 'configuration') ?? []),
    ];
    expect(paths.every((path) => path !== null && existsSync(join(folder, path)))).toBe(true);
  });

  it('has the version of the program', () => {
    expect(field(manifest, 'version')).toBe(
      field(parsedJson(readFileSync('package.json', 'utf8')), 'version'),
    );
  });

  it('is packed as editors read it', () => {
    const files = unzipped(packed(folder, 'the license'));
    expect([...files.keys()]).toEqual(
      expect.arrayContaining(['extension.vsixmanifest', '[Content_Types].xml', 'extension/extension.js']),
    );
    expect(files.get('extension/LICENSE.txt')).toBe('the license');
    expect(files.get('extension/package.json')).toBe(readFileSync(join(folder, 'package.json'), 'utf8'));
    expect(files.get('extension.vsixmanifest')).toContain(
      'Id="fencepost" Version="0.1.0" Publisher="fencepost"',
    );
  });

  it('has sums as the format wants them', () => {
    // The check value of CRC-32 in the catalogue of parametrised CRC algorithms.
    expect(crc32(Buffer.from('123456789'))).toBe(0xcbf43926);
  });
});

/** The files of an archive, by its central directory. */
function unzipped(archive: Buffer): ReadonlyMap<string, string> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const files = new Map<string, string>();
  let place = archive.readUInt32LE(end + 16);
  for (let i = 0; i < archive.readUInt16LE(end + 10); i++) {
    const size = archive.readUInt32LE(place + 20);
    const [nameLength, offset] = [archive.readUInt16LE(place + 28), archive.readUInt32LE(place + 42)];
    const name = archive.toString('utf8', place + 46, place + 46 + nameLength);
    const begin = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
    const content = inflateRawSync(archive.subarray(begin, begin + size));
    expect(crc32(content)).toBe(archive.readUInt32LE(place + 16));
    files.set(name, content.toString('utf8'));
    place += 46 + nameLength + archive.readUInt16LE(place + 30) + archive.readUInt16LE(place + 32);
  }
  return files;
}
