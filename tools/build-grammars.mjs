// Compiles grammars/<lang>.ne to src/frontends/<lang>/generated/grammar.ts for every language that has both.
// Anything wrong in a grammar ends the build: exit code 1 and one line a fault.
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const nearley = require('nearley');
const compile = require('nearley/lib/compile.js');
const generate = require('nearley/lib/generate.js');
const metaGrammar = require('nearley/lib/nearley-language-bootstrapped.js');
const { version } = require('nearley/package.json');

const root = dirname(dirname(fileURLToPath(import.meta.url)));

function main() {
  const faults = languages().flatMap((language) => build(language));
  for (const fault of faults) process.stderr.write(`build-grammars: ${fault}\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

/** A grammar without a front end is a part that others include. */
function languages() {
  return readdirSync(join(root, 'grammars'))
    .filter((file) => file.endsWith('.ne'))
    .map((file) => basename(file, '.ne'))
    .filter((language) => existsSync(join(root, 'src', 'frontends', language)));
}

function build(language) {
  const input = join(root, 'grammars', `${language}.ne`);
  const output = join(root, 'src', 'frontends', language, 'generated', 'grammar.ts');
  try {
    const rules = compile(parse(readFileSync(input, 'utf8')), { version, args: [input] });
    const faults = undefinedSymbols(rules).map((name) => `${relative(root, input)}: no rule for ${name}`);
    if (faults.length === 0) writeIfChanged(output, generate.typescript(rules, 'grammar'));
    return faults;
  } catch (problem) {
    return [`${relative(root, input)}: ${firstLines(problem)}`];
  }
}

function parse(text) {
  const parser = new nearley.Parser(nearley.Grammar.fromCompiled(metaGrammar));
  parser.feed(`${text}\n`);
  if (parser.results.length === 0) throw new Error('the grammar file ends in the middle of a rule');
  return parser.results[0];
}

function undefinedSymbols({ rules }) {
  const defined = new Set(rules.map((rule) => rule.name));
  const used = new Set(rules.flatMap((rule) => rule.symbols.filter((symbol) => typeof symbol === 'string')));
  return [...used].filter((name) => !defined.has(name));
}

/** Unchanged output keeps its time stamp; a reader never sees half a file. */
function writeIfChanged(path, text) {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}

function firstLines(problem) {
  return String(problem instanceof Error ? problem.message : problem)
    .split('\n')
    .slice(0, 6)
    .join('\n  ');
}

main();
