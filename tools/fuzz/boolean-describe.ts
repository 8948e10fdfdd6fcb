import type {
  BooleanCommand,
  BooleanProgram,
  BooleanThread,
  BooleanUpdate,
} from '../../src/lang/boolean/boolean-program.js';
import type { Formula } from '../../src/lang/boolean/boolean-formula.js';
import { assertNever, at } from '../../src/support/invariant.js';

/** The program as it is, location by location: what its text form says in other words may be what is wrong with it. */
export function describeBoolean(program: BooleanProgram): string {
  const { threads, infeasible, property } = program;
  return [
    ...threads.flatMap((thread, i) => [
      `thread ${i} (${thread.name}) from ${placeText(thread, thread.entry)}`,
      ...thread.commands.map((command) => `  ${commandText(program, thread, command)}`),
    ]),
    ...infeasible.map((cube) => `infeasible ${formulaText(program, cube)}`),
    ...(property === null ? [] : [`${property.kind} ${formulaText(program, property.condition)}`]),
    '',
  ].join('\n');
}

function commandText(program: BooleanProgram, thread: BooleanThread, command: BooleanCommand): string {
  const { from, to, guard, updates, fence } = command;
  const effects = [
    ...(guard.kind === 'constant' && guard.value ? [] : [`[${formulaText(program, guard)}]`]),
    ...(fence ? ['fence'] : []),
    ...updates.map((update) => updateText(program, update)),
  ];
  return `${placeText(thread, from)} -> ${placeText(thread, to)} ${effects.join(', ')}`.trimEnd();
}

/** `3:7`, location 3 with label 7; inside a section in brackets. */
function placeText({ locations, end }: BooleanThread, place: number): string {
  const { label, atomic } = at(locations, place);
  const text = place === end ? 'end' : label === null ? String(place) : `${place}:${label}`;
  return atomic ? `<${text}>` : text;
}

function updateText(program: BooleanProgram, { target, value }: BooleanUpdate): string {
  const text =
    value.kind === 'formula'
      ? formulaText(program, value.formula)
      : `choose(${formulaText(program, value.yes)}, ${formulaText(program, value.no)})`;
  return `${nameOf(program, target)} := ${text}`;
}

function nameOf({ variables }: BooleanProgram, id: number): string {
  const { name, thread } = at(variables, id);
  return thread === null ? name : `${name}{${thread}}`;
}

function formulaText(program: BooleanProgram, formula: Formula): string {
  switch (formula.kind) {
    case 'constant':
      return String(formula.value);
    case 'literal':
      return `${formula.positive ? '' : '!'}${nameOf(program, formula.variable)}`;
    case 'at':
      return `pc{${formula.thread}} == ${formula.label}`;
    case 'any':
      return '*';
    case 'not':
      return `!(${formulaText(program, formula.part)})`;
    case 'and':
    case 'or': {
      const parts = formula.parts.map((part) => formulaText(program, part));
      return `(${parts.join(formula.kind === 'and' ? ' && ' : ' || ')})`;
    }
    default:
      return assertNever(formula);
  }
}
