import { blankReport } from '../../ask/report.js';
import { packageVersion } from '../../library/own-package.js';
import { jsonText, runsDocument, verifyDocument } from '../../report/report-json.js';
import { verdictLine } from '../../report/report-text.js';
import { readTokens } from '../check-tokens.js';
import { shownName } from '../command.js';
import { commands } from '../commands/index.js';
import { ExitCode } from '../exit-codes.js';
import { colourAsked } from '../output.js';
import type { Output } from '../output.js';
import type { EndedFor, ToldAtEnd } from './work-messages.js';

const clauses: Readonly<Record<EndedFor, string>> = {
  timeout: 'the time is up',
  memory: 'the memory is used up',
  interrupted: 'interrupted',
};

/** Commands whose text ends in a verdict. */
const deciding = new Set(['verify', 'check']);

interface ToldBefore {
  /** What is to be said if the work is ended; null: nothing is known. */
  readonly known: ToldAtEnd | null;
  /** The work has written its answer, or some of it. */
  readonly hasAnswered: boolean;
}

/** What is told of work that was ended: what it said of that before, or that there is no answer; nothing more of what it has told already. */
export async function tellForced(
  argv: readonly string[],
  why: EndedFor,
  { known, hasAnswered }: ToldBefore,
  output: Output,
): Promise<ExitCode> {
  output.message(`stopped: ${clauses[why]}`);
  const code = why === 'interrupted' ? ExitCode.Interrupted : ExitCode.Unknown;
  if (known !== null) {
    if (!hasAnswered || known[why].isMore === true) output.result(known[why].text);
    return known[why].code;
  }
  if (hasAnswered) return code;
  const entry = commands.find(({ name }) => name === argv[0]);
  const command = await entry?.load();
  const words = command === undefined ? null : readTokens(argv.slice(1), command);
  output.useColour(colourAsked(words?.given ?? new Map()));
  const report = { ...blankReport(shownName(words?.file ?? '')), verdict: 'unknown', reason: why } as const;
  if (words?.given.has('json') === true) {
    const documentOf = command?.failureDocument ?? verifyDocument;
    const document = documentOf(report, packageVersion());
    output.result(jsonText(words.given.has('all-models') ? runsDocument([document]) : document));
  } else if (deciding.has(argv[0] ?? '')) output.result(verdictLine(report, output.style));
  return code;
}
