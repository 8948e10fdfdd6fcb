import { appendFileSync } from 'node:fs';
import { strategies } from '../../src/abstraction/discover/strategies/index.js';
import { judge, record } from './history.js';
import { sheetText, writeSheets } from './sheet.js';
import { strategyOptions, strategyUsage } from './strategies-options.js';
import type { StrategyBench } from './strategies-options.js';
import { StrategyProcess } from './strategies-process.js';
import type { StrategyQuestion } from './strategies-run.js';
import { strategySubjects } from './strategies-subjects.js';
import type { BenchModel, StrategySubject } from './strategies-subjects.js';
import { figuresOf, targetsOf, wrongAnswers } from './strategies-judged.js';
import { isDecided, strategySheets, sum } from './strategies-tables.js';
import type { MeasuredStrategy } from './strategies-tables.js';

/** Every strategy in both scopes on programs that state no predicates, and the claim of paper 003 about extrapolation. */
export async function benchStrategies(words: readonly string[]): Promise<boolean> {
  const options = strategyOptions(words);
  if (options === null) {
    process.stdout.write(`${strategyUsage}\n`);
    return false;
  }
  process.stdout.write(`strategies: at most ${options.timeout} s of CPU for each run\n`);
  const measured = await measureAll(options);
  if (measured.length === 0) {
    process.stdout.write('nothing to measure: no program has such a name\n');
    return false;
  }
  const sheets = strategySheets(measured);
  for (const sheet of sheets) process.stdout.write(`\n${sheet.name}\n${sheetText(sheet)}\n`);
  for (const { question, run } of wrongAnswers(measured)) {
    const { subject, model, way, scope, encoding } = question;
    process.stdout.write(`WRONG: ${subject.name} ${model} ${way} ${scope} ${encoding}: ${run.verdict}\n`);
  }
  process.stdout.write('\n');
  record('strategies', Object.fromEntries(figuresOf(measured)));
  if (options.write !== null) writeSheets(options.write, sheets);
  return judge(targetsOf(measured));
}

async function measureAll(options: StrategyBench): Promise<readonly MeasuredStrategy[]> {
  const { programs, jobs } = options;
  const subjects = strategySubjects().filter(({ name }) => programs.length === 0 || programs.includes(name));
  const open = [...subjects.entries()];
  const measured: MeasuredStrategy[][] = subjects.map(() => []);
  const worker = async (): Promise<void> => {
    const runner = new StrategyProcess();
    for (let next = open.shift(); next !== undefined; next = open.shift()) {
      const [index, subject] = next;
      measured[index] = await measure(subject, options, runner);
    }
    runner.close();
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  return measured.flat();
}

async function measure(
  subject: StrategySubject,
  { models, timeout, save }: StrategyBench,
  runner: StrategyProcess,
): Promise<MeasuredStrategy[]> {
  const began = performance.now();
  const measured: MeasuredStrategy[] = [];
  for (const model of models) {
    for (const way of waysUnder(model)) {
      const question = { subject, model, ...way, seconds: timeout };
      const run = await runner.run(question);
      measured.push({ question, run });
      if (save !== null) appendFileSync(save, `${JSON.stringify({ question, run })}\n`);
    }
  }
  const decided = measured.filter(isDecided);
  const cpu = sum(measured, 'cpuSeconds').toFixed(1);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stderr.write(
    `${subject.name}: ${decided.length} of ${measured.length} decided, ${cpu} s of CPU, ${seconds} s\n`,
  );
  for (const one of measured) {
    const { model, way, scope, encoding } = one.question;
    if (isDecided(one)) continue;
    process.stderr.write(`  ${model} ${way} ${scope} ${encoding}: ${one.run.reason ?? one.run.verdict}\n`);
  }
  return measured;
}

type StrategyWay = Pick<StrategyQuestion, 'way' | 'scope' | 'encoding'>;

/** With buffers as counters only the default strategy is asked. */
function waysUnder(model: BenchModel): readonly StrategyWay[] {
  const ways = [...strategies.map(({ name }) => name), 'templates'] as const;
  const scopes = model === 'sc' ? (['direct'] as const) : (['extrapolate', 'direct'] as const);
  return scopes.flatMap((scope) => [
    ...ways.map((way): StrategyWay => ({ way, scope, encoding: 'shapes' })),
    ...(model === 'sc' ? [] : [{ way: 'itp', scope, encoding: 'counters' } as const]),
  ]);
}
