import type { CodeLens, Command } from 'vscode-languageserver';
import type { OpenText } from './open-text.js';
import { rangeIn } from './to-protocol.js';
import { verificationText } from './verifications.js';
import type { Verification } from './verifications.js';

export const commandNames = {
  /** Arguments: the URI of the text, and the memory model. */
  verify: 'fencepost.verify',
  stop: 'fencepost.stop',
  /** What came of a run, as text. */
  result: 'fencepost.result',
} as const;

/** What one can ask at the first thread, and what is known of each property beside it. */
export function lensesFor(
  uri: string,
  text: OpenText,
  models: readonly string[],
  known: ReadonlyMap<string, Verification>,
): CodeLens[] {
  const first = text.ownSymbols.find(({ kind }) => kind === 'thread' || kind === 'process');
  if (first === undefined) return [];
  const range = rangeIn(text.source, first);
  return [
    ...models.map((model) => ({ range, command: modelCommand(uri, model, known.get(model) ?? null) })),
    ...[...known].flatMap(([model, verification]) => resultLenses(uri, model, verification)),
  ];
}

function modelCommand(uri: string, model: string, known: Verification | null): Command {
  const title = known === null ? `verify under ${model.toUpperCase()}` : verificationText(model, known);
  const command = known?.kind === 'running' ? commandNames.stop : commandNames.verify;
  return { title, command, arguments: [uri, model] };
}

/** Beside each property that is violated or left open. */
function resultLenses(uri: string, model: string, verification: Verification): readonly CodeLens[] {
  if (verification.kind !== 'answered') return [];
  return verification.answer.properties.flatMap(({ name, line, verdict, reason, run }) => {
    if (line === null || verdict === 'safe') return [];
    const steps = run === null ? '' : ` in ${run.steps.length} steps`;
    const title = `${model.toUpperCase()}: ${verdict}${verdict === 'unsafe' ? steps : `: ${reason ?? ''}`}`;
    const start = { line: line - 1, character: 0 };
    return [
      {
        range: { start, end: start },
        command: { title, command: commandNames.result, arguments: [uri, model, name] },
      },
    ];
  });
}
