import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { changedBy } from '../bench/option-words.js';
import { minimisedText } from './minimised-text.js';

const usage = `usage: npm run minimise -- FILE [--exit CODE] [--output TEXT] -- COMMAND...
Prints a smaller text of which COMMAND says the same: {} in COMMAND stands for the file. It must end with CODE (as it does of FILE,
unless another is given), and print TEXT if that is given. As in
  npm run minimise -- samples/mutex/peterson.fp --exit 10 -- node dist/bin/fencepost.js verify {} --model tso --timeout 5
`;

interface Wish {
  readonly exit: number | null;
  readonly output: string;
}

const usual: Wish = { exit: null, output: '' };

function change(name: string, value: string): Partial<Wish> | null {
  if (name === '--exit') return /^\d+$/.test(value) ? { exit: Number(value) } : null;
  return name === '--output' && value !== '' ? { output: value } : null;
}

async function main(words: readonly string[]): Promise<number> {
  const place = words.indexOf('--');
  const [file, ...options] = words.slice(0, Math.max(0, place));
  const command = words.slice(place + 1);
  const wish = changedBy(options, usual, change);
  if (wish === null || file === undefined || !command.some((word) => word.includes('{}'))) {
    process.stderr.write(usage);
    return 2;
  }
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-minimise-'));
  // The extension tells the language.
  const copy = join(folder, basename(file));
  const run = (text: string): { readonly code: number | null; readonly printed: string } => {
    writeFileSync(copy, text);
    const [program = '', ...args] = command.map((word) => word.replaceAll('{}', copy));
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1e8 });
    return { code: status, printed: stdout + stderr };
  };
  try {
    const text = readFileSync(file, 'utf8');
    const first = run(text);
    const exit = wish.exit ?? first.code;
    const isSo = (found: ReturnType<typeof run>): boolean =>
      found.code === exit && found.printed.includes(wish.output);
    if (!isSo(first)) {
      process.stderr.write(`it is not so of ${file}: exit code ${first.code}\n${first.printed}`);
      return 2;
    }
    process.stdout.write(await minimisedText(text, (smaller) => Promise.resolve(isSo(run(smaller)))));
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main(process.argv.slice(2));
