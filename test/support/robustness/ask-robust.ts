import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MemoryModel } from '../../../src/memory/model.js';
import { root } from '../root.js';
import type { RobustKind } from './robust-verdicts.js';

export type RobustAnswer = 'safe' | 'unsafe' | 'unknown' | 'unsupported';

/** What the command line says about the robustness of a program. */
export async function askRobust(text: string, model: MemoryModel, kind: RobustKind): Promise<RobustAnswer> {
  const folder = mkdtempSync(join(tmpdir(), 'robust-'));
  const file = join(folder, 'program.fp');
  writeFileSync(file, text);
  const main = join(root, 'dist/src/cli/main.js');
  const words = [main, 'verify', file, '--robust', kind, '--model', model.name, '--json'];
  try {
    return await new Promise((resolve, reject) => {
      execFile(process.execPath, words, (error, stdout, stderr) => {
        const answer = answerOf(stdout, error?.code === 2);
        if (answer === null) reject(new Error(`no answer: ${stderr}`));
        else resolve(answer);
      });
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function answerOf(stdout: string, isRefused: boolean): RobustAnswer | null {
  const verdict = /"verdict": ?"(safe|unsafe|unknown)"/.exec(stdout)?.[1];
  if (verdict === 'safe' || verdict === 'unsafe' || verdict === 'unknown') return verdict;
  return isRefused && stdout.includes('"unsupported"') ? 'unsupported' : null;
}
