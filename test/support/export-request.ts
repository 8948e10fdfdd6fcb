import { buildAutomata } from '../../passes/build-automata.js';
import { toAutomata } from '../../passes/pipelines.js';
import type { ExportRequest } from '../../src/exporters/exporter.js';
import { mapBlocks } from '../../src/ir/visit.js';
import type { Block, Program, Stmt } from '../../src/ir/program.js';
import { runPipeline } from '../../src/pass/run.js';

/** What exporters get for a program that runs under SC: there fences do nothing, and `locked` is `atomic`. */
export function requestUnderSc(program: Program, file: string): ExportRequest {
  const under = { ...program, threads: program.threads.map((t) => ({ ...t, body: withoutFences(t.body) })) };
  const lowered = runPipeline({ ...toAutomata, lowering: buildAutomata, onSystem: [] }, under, { procs: 2 });
  const plain = { ...lowered.program, threads: lowered.program.threads.map((t) => ({ ...t, body: withoutFences(t.body) })) };
  return {
    program,
    plain,
    system: buildAutomata.run(plain, { procs: 2 }),
    about: { file, memory: 'sc', bounded: false },
  };
}

function withoutFences(block: Block): Block {
  return block.map((stmt): Stmt => {
    const inner = mapBlocks(stmt, withoutFences);
    if (inner.kind === 'locked') return { ...inner, kind: 'atomic' };
    return inner.kind === 'fence' ? { ...inner, kind: 'skip' } : inner;
  });
}
