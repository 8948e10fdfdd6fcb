import type {
  Assert,
  DveDeclaration,
  DveModel,
  DveProcess,
  DveSystem,
  DveTransition,
} from '../../lang/dve/dve-ast.js';
import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { sourceSpan } from '../../diagnostics/span.js';
import type { Source, Word } from '../../diagnostics/span.js';
import type { PrefixParser } from '../kit/longest-prefix.js';
import type { Token } from '../kit/token.js';
import { tokenise } from '../kit/tokenise.js';
import { whole as wholePart } from '../kit/whole.js';
import type { ReadTransition } from './build.js';
import { lexicon } from './lexer.js';
import {
  assertsParser,
  declarationParser,
  nesting,
  systemParser,
  transitionParser,
  wordsParser,
} from './parts.js';
import { SectionSplitter } from './sections.js';
import type { DveProcessSections, DveSection } from './sections.js';

/** The model that the file describes, names not looked up; null if the bag got errors. */
export function readModel(source: Source, bag: DiagnosticBag): DveModel | null {
  const { declarations, processes, systems } = new SectionSplitter(
    tokenise(source, lexicon, bag),
    bag,
  ).model();
  const read = processes.map((process) => readProcess(process, bag));
  const variables = readDeclarations(declarations, bag);
  const start = sourceSpan(source, 0, 0);
  const system = onlyOne(
    systems.flatMap((section) => whole(systemParser, section, bag) ?? []),
    bag,
  );
  if (!bag.hasErrors && processes.length === 0)
    bag.report('E404', start, 'the model has no processes', 'Write at least one process P { ... }.');
  if (!bag.hasErrors && system === null)
    bag.report(
      'E103',
      start,
      'the model does not say what kind of system it is',
      'End it with system async;',
    );
  if (bag.hasErrors || system === null) return null;
  return { declarations: variables, processes: read.flatMap((process) => process ?? []), system };
}

function onlyOne(systems: readonly DveSystem[], bag: DiagnosticBag): DveSystem | null {
  const [first = null, second] = systems;
  if (second !== undefined) bag.report('E202', second.span, 'the kind of system is said twice');
  return first;
}

const readDeclarations = (sections: readonly DveSection[], bag: DiagnosticBag): readonly DveDeclaration[] =>
  sections
    .filter(({ kind }) => kind === 'declaration')
    .flatMap((section) => whole(declarationParser, section, bag) ?? []);

function readProcess({ name, sections }: DveProcessSections, bag: DiagnosticBag): DveProcess | null {
  const declarations = readDeclarations(sections, bag);
  const list = (keyword: string): readonly Word[] =>
    sections
      .filter(({ kind, first }) => kind === 'words' && first.value === keyword)
      .flatMap((section) => whole(wordsParser, section, bag) ?? []);
  const states = list('state');
  const initial = list('init');
  const transitions = readTransitions(
    sections.filter(({ kind }) => kind === 'transition'),
    bag,
  );
  const asserts = sections
    .filter(({ kind }) => kind === 'asserts')
    .flatMap((section): readonly Assert[] => whole(assertsParser, section, bag) ?? []);
  if (states.length === 0)
    bag.report('E103', name.span, `the process ${name.value} has no states`, 'Write state q0, q1;');
  const [first, second] = initial;
  if (second !== undefined)
    bag.report('E202', second.span, `the process ${name.value} has more than one initial state`);
  if (first === undefined) {
    bag.report('E103', name.span, `the process ${name.value} has no initial state`, 'Write init q0;');
    return null;
  }
  return {
    name: { text: name.value, span: name.span },
    declarations,
    states,
    initial: first,
    commit: list('commit'),
    accept: list('accept'),
    asserts,
    transitions,
  };
}

/** `-> q { }` goes on from the state that the transition before it began in. */
function readTransitions(sections: readonly DveSection[], bag: DiagnosticBag): readonly DveTransition[] {
  let last: Word | null = null;
  const read: DveTransition[] = [];
  for (const section of sections) {
    const transition: ReadTransition | null = whole(transitionParser, section, bag);
    if (transition === null) continue;
    last = transition.from ?? last;
    if (last === null) {
      bag.report(
        'E103',
        section.first.span,
        'this transition says no state that it begins in',
        'Write p -> q { ... }',
      );
    } else read.push({ ...transition, from: last });
  }
  return read;
}

/** What the section says if it is all right; else null, with a report. */
function whole<T>(parser: PrefixParser<T>, section: DveSection, bag: DiagnosticBag): T | null {
  const { tokens, first } = section;
  const hint = (stopped: Token | null): string => hintFor(section, stopped);
  return wholePart(parser, { tokens, start: first.span, name: 'this', nesting, hint }, bag);
}

function hintFor({ kind, tokens }: DveSection, stopped: Token | null): string {
  const before = stopped === null ? null : tokens[tokens.indexOf(stopped) - 1];
  if (stopped?.type === 'keyword' && (before?.value === ',' || before?.type === 'keyword'))
    return `${stopped.value} is a word of the language and cannot be a name.`;
  if (stopped?.value === '=' && kind === 'transition') return 'Equality is written ==.';
  switch (kind) {
    case 'declaration':
      return 'Write byte x = 0, a[2] = {1, 2}; or const int N = 3; or channel {byte} c[1];';
    case 'words':
      return 'Names are separated by commas, and the list ends with ;';
    case 'asserts':
      return 'Write assert q: x > 0;';
    case 'transition':
      return 'Write p -> q { guard x > 0; sync c!x; effect y = 1, z = y; } with the parts in this order.';
    case 'system':
      return 'Write system async; or system async property P;';
  }
}
