import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { numberOrNull, text, textOrNull } from '../corpus/json.js';
import { keptAnswer } from './answer.js';
import type { KeptAnswer } from './answer.js';
import { questionsOf } from './questions.js';
import type { AskedLine } from './questions.js';

const usage = `usage: npm run answers -- record OUT [--bin FILE] [--only WORD] [--seconds N] [--jobs N]
       npm run answers -- compare BEFORE AFTER
`;

/**
 * For changes that are to leave every answer as it is: `record` asks many questions of one build and keeps what it says,
 * `compare` says where two recordings differ; exit 1 if they do.
 */
async function main([command, ...words]: readonly string[]): Promise<number> {
  const [first, second] = words;
  if (command === 'record' && first !== undefined) {
    await recordAnswers(first, words.slice(1));
    return 0;
  }
  if (command === 'compare' && first !== undefined && second !== undefined) return compare(first, second);
  process.stderr.write(usage);
  return 2;
}

async function recordAnswers(out: string, words: readonly string[]): Promise<void> {
  const option = (name: string, otherwise: string): string => {
    const place = words.indexOf(name);
    return place === -1 ? otherwise : (words[place + 1] ?? otherwise);
  };
  const bin = option('--bin', 'dist/bin/fencepost.js');
  const corpus = process.env['FENCEPOST_CORPUS'] ?? '../shared/corpus';
  const only = option('--only', '');
  const asked = questionsOf('samples', corpus, Number(option('--seconds', '5'))).filter(({ name }) =>
    name.includes(only),
  );
  const open = asked.values();
  let done = 0;
  writeFileSync(out, '');
  const work = async (): Promise<void> => {
    for (const line of open) {
      appendFileSync(out, `${JSON.stringify(await ask(bin, line))}\n`);
      if (++done % 100 === 0) process.stderr.write(`${done} of ${asked.length}\n`);
    }
  };
  await Promise.all(Array.from({ length: Number(option('--jobs', '2')) }, work));
}

function ask(bin: string, { name, args }: AskedLine): Promise<KeptAnswer> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
    const parts: string[] = [];
    child.stdout.setEncoding('utf8').on('data', (part: string) => parts.push(part));
    child.on('error', reject);
    child.on('close', (code) => resolve(keptAnswer(name, code, parts.join(''))));
  });
}

function compare(before: string, after: string): number {
  const [old, now] = [readAnswers(before), readAnswers(after)];
  let [same, different, open] = [0, 0, 0];
  for (const [name, was] of old) {
    const is = now.get(name);
    if (is === undefined) continue;
    if (was.says === null || is.says === null) open++;
    else if (was.says === is.says && was.code === is.code) same++;
    else {
      different++;
      process.stdout.write(`${name}\n  - ${was.code} ${was.says}\n  + ${is.code} ${is.says}\n`);
    }
  }
  const asked = [...old.keys()].filter((name) => now.has(name)).length;
  process.stdout.write(`${asked} asked of both: ${same} same, ${different} different, ${open} cut off\n`);
  return different === 0 ? 0 : 1;
}

const readAnswers = (file: string): ReadonlyMap<string, KeptAnswer> =>
  new Map(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const read: unknown = JSON.parse(line);
        const name = text(read, 'name');
        return [name, { name, code: numberOrNull(read, 'code'), says: textOrNull(read, 'says') }];
      }),
  );

process.exitCode = await main(process.argv.slice(2));
