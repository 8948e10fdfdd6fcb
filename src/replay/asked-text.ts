import type { EvidenceDocument } from '../evidence/document/evidence-document.js';
import { plainText } from '../frontends/frontend.js';

/**
 * What the evidence says was asked, as a command: what is accepted is an answer to this and nothing else. `byName` is the language
 * that the name of the file tells.
 */
export function askedText(evidence: EvidenceDocument, byName: string | null): string {
  const { kind, program, question } = evidence;
  const maxProcs = 'maxProcs' in evidence ? evidence.maxProcs : null;
  const { model, atomicWaits, procs, fairness, robust, allocations } = question;
  const isOfRuns = kind === 'lasso' || kind === 'ranking';
  const repeated = (option: string, values: readonly string[]) =>
    values.flatMap((value) => [option, quoted(value)]);
  const given = (is: boolean, ...words: readonly string[]) => (is ? words : []);
  return [
    ...['verify', quoted(program.file), '--model', quoted(model)],
    ...given(byName !== program.language, '--lang', quoted(program.language)),
    ...given(/^tso\d/.test(model) && atomicWaits === 'own', '--atomic-waits', 'own'),
    ...given(procs !== null, '--procs', String(procs)),
    ...given(maxProcs !== null, '--max-procs', String(maxProcs)),
    ...given(isOfRuns && fairness !== 'flush', '--fairness', quoted(fairness)),
    ...given(robust !== false, '--robust', robust === 'state' ? robust : 'trace'),
    ...repeated('--invariant', question.invariants),
    ...repeated('--ltl', question.ltl),
    ...repeated('--define', question.defines),
    ...repeated('--include', question.includes),
    ...given(question.wrap, '--wrap'),
    ...given(question.races, '--races'),
    ...given(question.termination, '--termination'),
    ...given(allocations !== plainText.allocations, '--allocations', String(allocations)),
  ].join(' ');
}

const quoted = (word: string): string =>
  /^[\w./=+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
