import type { Block, Program, Stmt } from '../../../src/lang/program/program.js';

/** A smaller program of which `fails` holds as well: no single cut leaves it so. Programs that are not well-formed fail to fail. */
export async function shrinkProgram(
  program: Program,
  fails: (program: Program) => Promise<boolean>,
): Promise<Program> {
  for (const smaller of cuts(program)) {
    if (await fails(smaller)) return shrinkProgram(smaller, fails);
  }
  return program;
}

function* cuts(program: Program): Generator<Program> {
  for (const [i] of program.properties.entries()) {
    yield { ...program, properties: program.properties.toSpliced(i, 1) };
  }
  for (const [t, thread] of program.threads.entries()) {
    for (const body of blockCuts(thread.body)) {
      yield { ...program, threads: program.threads.with(t, { ...thread, body }) };
    }
  }
}

function* blockCuts(block: Block): Generator<Block> {
  for (const [i, stmt] of block.entries()) {
    yield block.toSpliced(i, 1);
    for (const parts of replacements(stmt)) yield block.toSpliced(i, 1, ...parts);
  }
}

/** What may stand for a statement: its parts, or itself with a smaller part. */
function* replacements(stmt: Stmt): Generator<Block> {
  if (stmt.labels.length > 0) yield [{ ...stmt, labels: [] }];
  switch (stmt.kind) {
    case 'if':
      yield stmt.then;
      yield stmt.else;
      for (const then of blockCuts(stmt.then)) yield [{ ...stmt, then }];
      for (const otherwise of blockCuts(stmt.else)) yield [{ ...stmt, else: otherwise }];
      return;
    case 'either':
      for (const [i, branch] of stmt.branches.entries()) {
        yield branch;
        for (const cut of blockCuts(branch)) yield [{ ...stmt, branches: stmt.branches.with(i, cut) }];
      }
      return;
    case 'while':
    case 'atomic':
    case 'locked':
      yield stmt.body;
      for (const body of blockCuts(stmt.body)) yield [{ ...stmt, body }];
      return;
    default:
      return;
  }
}
