import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasTemporal, subexpressions } from '../../src/lang/expr/expr.js';
import type { Expr } from '../../src/lang/expr/expr.js';
import { printProgram } from '../../src/lang/program/print.js';
import type { Program } from '../../src/lang/program/program.js';
import { everyStatement } from '../../src/lang/program/walk-statements.js';
import { sc } from '../../src/memory/sc.js';
import { tsoN } from '../../src/memory/tso-n.js';
import { at } from '../../src/support/invariant.js';
import { generateQuestion } from '../../test/support/ltl/compare-ltl.js';
import { Random } from '../../test/support/random.js';
import { spinsAnswers } from '../spin/spin-temporal.js';
import { quick, spinMissing } from '../spin/spin.js';

const models = [tsoN(1), sc, tsoN(1)];

/** Asks Spin for a second opinion on temporal properties of consecutive seeds: of the program, or with its buffers in it. */
export async function fuzzLtlSpin(count: number, firstSeed: number): Promise<boolean> {
  const missing = spinMissing();
  if (missing !== null) {
    process.stdout.write(`nothing compared: ${missing} is not installed\n`);
    return true;
  }
  let [compared, holds, skipped] = [0, 0, 0];
  const complaints: string[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-fuzz-'));
  try {
    for (let seed = firstSeed; compared < count; seed++) {
      const { program, formula } = generateQuestion(new Random(seed));
      if (hasSections(program) || isBeyondSpin(formula)) {
        skipped++;
        continue;
      }
      const { span } = at(program.threads, 0);
      const text = printProgram({ ...program, properties: [{ kind: 'ltl', name: 'f', formula, span }] });
      const path = join(folder, `seed-${seed}.fp`);
      writeFileSync(path, text);
      const model = models[seed % models.length] ?? sc;
      const answers = await spinsAnswers(path, model, quick);
      if (answers.length === 0) {
        skipped++;
        continue;
      }
      compared++;
      for (const { property, ours, spins } of answers) {
        if (ours === 'safe') holds++;
        if (ours !== spins)
          complaints.push(`seed ${seed}, ${model.name}: ${property} is ${ours}, by Spin ${spins}\n${text}`);
      }
      if (compared % 10 === 0)
        process.stderr.write(`${compared} compared, ${skipped} skipped, ${complaints.length} wrong\n`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  for (const complaint of complaints.slice(0, 5)) process.stdout.write(`${complaint}\n`);
  process.stdout.write(
    `temporal properties compared with Spin: ${compared} (${holds} hold; ${skipped} that the export does not state skipped)\ndisagreements: ${complaints.length}\n`,
  );
  return complaints.length === 0;
}

/** Spin would look inside these. */
const hasSections = ({ threads }: Program): boolean =>
  threads.some(({ body }) =>
    [...everyStatement(body)].some((s) => s.kind === 'atomic' || s.kind === 'rmw' || s.kind === 'locked'),
  );

/** A next state, and comparisons of formulas, which the language has not. */
const isBeyondSpin = (formula: Expr): boolean =>
  [...subexpressions(formula)].some(
    (e) =>
      (e.kind === 'temporal' && e.op === 'X') ||
      (e.kind === 'binary' && (e.op === '==' || e.op === '!=') && hasTemporal(e)),
  );
