import { describe, expect, it } from '@jest/globals';
import { passes } from '../../../passes/index.js';
import { toAutomata } from '../../../passes/pipelines.js';
import { DiagnosticBag } from '../../../src/diagnostics/diagnostic.js';
import { renderDiagnostics } from '../../../src/diagnostics/render.js';
import { Source } from '../../../src/diagnostics/span.js';
import { fp } from '../../../src/frontends/fp/parse.js';
import { printSystem } from '../../../src/ir/print-system.js';
import { printProgram } from '../../../src/ir/print.js';
import { runPipeline } from '../../../src/pass/run.js';
import type { Program } from '../../../src/ir/program.js';
import { bufferComment } from '../../support/buffer-comment.js';
import { golden } from '../../support/golden.js';

/** The program after the passes up to this one, as text of its level. */
function after(passName: string, source: Source): string {
  const bag = new DiagnosticBag();
  let program = fp.parse(source, bag);
  if (program === null) return renderDiagnostics(bag.sorted());
  const buffers = bufferComment(source, program.shared);
  const context = { procs: null, ...(buffers === undefined ? {} : { buffers }) };
  for (const pass of toAutomata.onProgram) {
    program = pass.run(program, context);
    if (pass.name === passName) return printProgram(program);
  }
  let system = toAutomata.lowering.run(program, context);
  if (toAutomata.lowering.name === passName) return printSystem(system);
  for (const pass of toAutomata.onSystem) {
    system = pass.run(system, context).system;
    if (pass.name === passName) return printSystem(system);
  }
  const behind = passes.find((pass) => pass.name === passName);
  if (behind?.level === 'system') return printSystem(behind.run(system, context).system);
  throw new Error(`no pass ${passName} in the pipeline`);
}

for (const pass of passes) golden(`passes/${pass.name}`, 'txt', (source) => after(pass.name, source));

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
