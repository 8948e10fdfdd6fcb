import { describe, expect, it } from '@jest/globals';
import { passes } from '../../../passes/index.js';
import { toAutomata, toTemplates, withCounters } from '../../../passes/pipelines.js';
import { DiagnosticBag } from '../../../src/diagnostics/diagnostic.js';
import { renderDiagnostics } from '../../../src/diagnostics/render.js';
import { Source } from '../../../src/diagnostics/span.js';
import { fp } from '../../../src/frontends/fp/parse.js';
import { printSystem } from '../../../src/lang/program/print-system.js';
import { printProgram } from '../../../src/lang/program/print.js';
import type { Pass, PassContext } from '../../../src/pass/pass.js';
import { passesOf, runPipeline } from '../../../src/pass/run-pipeline.js';
import type { Pipeline } from '../../../src/pass/run-pipeline.js';
import type { Program } from '../../../src/lang/program/program.js';
import { bufferComment } from '../../support/buffer-comment.js';
import { golden } from '../../support/golden.js';

/** What a pass makes of a program, as text: in its place in a pipeline, or of what a pipeline gives that it can take. */
function after(pass: Pass, source: Source): string {
  const bag = new DiagnosticBag();
  const program = fp.parse(source, bag);
  if (program === null) return renderDiagnostics(bag.sorted());
  const buffers = bufferComment(source, program.shared);
  const context = {
    procs: null,
    ...atomicComment(source),
    ...(buffers === undefined ? {} : { buffers, model: buffers.model }),
  };
  const pipelines = [
    toAutomata,
    ...(buffers === undefined ? [] : [withCounters(buffers.model)]),
    toTemplates(true),
  ];
  for (const pipeline of pipelines.filter((p) => passesOf(p).includes(pass))) {
    const made = outputsOf(pipeline, program, context).get(pass.name);
    if (made !== undefined) return made;
  }
  return onItsOwn(pass, program, context);
}

/** The writes that the first line of an input asks to make atomic: `// atomic: 0 2`. */
function atomicComment(source: Source): Pick<PassContext, 'atomicWrites'> {
  const match = /^\/\/ atomic: (.*)$/.exec(source.line(1));
  return match === null ? {} : { atomicWrites: new Set(match[1]?.split(' ').map(Number)) };
}

function outputsOf(pipeline: Pipeline, program: Program, context: PassContext): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  runPipeline(pipeline, program, context, (name, output) => {
    texts.set(name, output.kind === 'program' ? printProgram(output.program) : printSystem(output.system));
  });
  return texts;
}

function onItsOwn(pass: Pass, program: Program, context: PassContext): string {
  const lowered = runPipeline(toAutomata, program, context);
  switch (pass.level) {
    case 'program':
    case 'reduction':
      return printProgram(pass.run(lowered.program, context));
    case 'lowering':
      return printSystem(pass.run(lowered.program, context));
    case 'system':
      return printSystem(pass.run(lowered.system, context).system);
  }
}

for (const pass of passes) golden(`passes/${pass.name}`, 'txt', (source) => after(pass, source));

describe('the pipeline', () => {
  it('names the facts that a program lacks', () => {
    const source = fpProgram('shared int x = 0; thread P { fetch_add(x, 1); }');
    const withoutRmwPass = {
      ...toAutomata,
      onProgram: toAutomata.onProgram.filter((p) => p.name !== 'lower-rmw'),
    };
    expect(() => runPipeline(withoutRmwPass, source, { procs: null })).toThrow('no-rmw');
  });
});

function fpProgram(text: string): Program {
  const bag = new DiagnosticBag();
  const program = fp.parse(new Source('t.fp', text), bag);
  if (program === null) throw new Error(renderDiagnostics(bag.sorted()));
  return program;
}
