import type { Exporter, ExportRequest } from '../exporter.js';
import { at } from '../../support/invariant.js';
import { lengthOf } from '../../lang/program/system.js';
import { initProcess, initText, typeText } from './declarations.js';
import { heading } from './heading.js';
import { idleDefinition, indented } from './lines.js';
import type { PromelaLines } from './lines.js';
import { modelOf } from './promela-model.js';
import type { PromelaFlag, PromelaModel } from './promela-model.js';
import { monitor } from './monitor.js';
import type { OpenedVariable } from './openings.js';
import { refuseTooLarge } from './too-large.js';
import { temporalText } from './temporal-text.js';
import type { TemporalText } from './temporal-text.js';
import { threadText } from './threads.js';
import type { ThreadText } from './threads.js';

/** For Spin: a proctype for each thread, and one that watches the properties. */
export const promela: Exporter = {
  name: 'promela',
  hasBits: true,
  run: (request) => exported(request).text,
};

export interface PromelaExport {
  readonly text: string;
  readonly flags: readonly PromelaFlag[];
  /** Whether values are chosen before the threads run: that takes one state more. */
  readonly chooses: boolean;
  /** Whether there are steps that may get stuck half done: states that lead nowhere. */
  readonly holds: boolean;
  /** Whether some choice has a way without a statement, which is a step in Promela and none in the program. */
  readonly waits: boolean;
  /** The `ltl` blocks, with the properties that they state. */
  readonly temporal: TemporalText['stated'];
}

export function exported(request: ExportRequest): PromelaExport {
  refuseTooLarge(request.plain);
  const model = modelOf(request);
  const threads = model.program.threads.map((thread) => threadText(model, thread));
  const holds = threads.some((t) => t.holds);
  const chooses = model.openings.needStep;
  const watching = monitor(model, { active: !chooses, holds });
  const parts: readonly PromelaLines[] = [
    globals(model, holds),
    ...threads.map((text, i) => proctype(model, i, text, chooses, holds)),
    watching,
    chooses ? initProcess(model, watching.length > 0) : [],
  ];
  const flags = model.flags.inUse();
  const idles = parts.flat().some((line) => /\bidle\b/.test(line));
  const looksInside = holds || threads.some(({ lines }) => lines.some((line) => /\batomic \{/.test(line)));
  const temporal = temporalText(model, { looksInside, chooses });
  const all = [
    heading(request, model, { flags, holds, temporal }),
    idles ? [idleDefinition] : [],
    flagLines(flags),
    ...parts,
    temporal.lines,
  ];
  const text = all.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return {
    text: `${text.join('\n\n')}\n`,
    flags,
    chooses,
    holds,
    waits: threads.some((t) => t.waits),
    temporal: temporal.stated,
  };
}

function globals(model: PromelaModel, holds: boolean): PromelaLines {
  const { program } = model;
  const shared = program.shared.map((variable) => declared({ kind: 'shared', variable }, model));
  const locals = program.locals
    .filter(({ id }) => model.isGlobal(id))
    .map((variable) => declared({ kind: 'local', variable }, model));
  const seen =
    locals.length === 0 ? [] : ['/* locals that properties or initial values speak of */', ...locals];
  const lock = holds
    ? ['/* who is in the middle of a step that may get stuck; 0: nobody */', 'byte inside = 0;']
    : [];
  return [...shared, ...seen, ...lock];
}

/** What `init` gives a value has none before. */
function declared(v: OpenedVariable, model: PromelaModel): string {
  const { names, openings } = model;
  const { id, type } = v.variable;
  const size = v.kind === 'local' || v.variable.shape.kind === 'scalar' ? '' : `[${lengthOf(v.variable)}]`;
  const text = `${typeText(type)} ${at(v.kind === 'local' ? names.locals : names.shared, id)}${size}`;
  return openings.isLater(v) ? `${text};` : `${text} = ${initText(openings.values(v), type)};`;
}

function proctype(
  model: PromelaModel,
  index: number,
  text: ThreadText,
  chooses: boolean,
  holds: boolean,
): PromelaLines {
  const { program, names } = model;
  const thread = at(program.threads, index);
  const locals = program.locals
    .filter((v) => v.thread === thread.id && !model.isGlobal(v.id))
    .map((variable) => declared({ kind: 'local', variable }, model));
  const alone = holds ? ` provided (inside == 0 || inside == ${index + 1})` : '';
  return [
    `${chooses ? '' : 'active '}proctype ${at(names.threads, thread.id)}()${alone} {`,
    ...indented([...locals, ...text.lines]),
    '  end: false; /* it stays here, so that its end is no step */',
    '}',
  ];
}

function flagLines(flags: readonly PromelaFlag[]): PromelaLines {
  if (flags.length === 0) return [];
  return [
    '/* hidden: no part of a state; true only while the assertion of a violated property fails */',
    ...flags.map(({ flag }) => `hidden byte ${flag} = 0;`),
    'inline report(violated) { violated = 1; assert(!violated); violated = 0; }',
    'inline check(holds, violated) { if :: holds; :: else -> report(violated); fi; }',
  ];
}
