import { blankReport } from '../../ask/report.js';
import { packageVersion } from '../../library/own-package.js';
import { jsonText, runsDocument, verifyDocument } from '../../report/report-json.js';
import { verdictLine } from '../../report/report-text.js';
import { readTokens } from '../check-tokens.js';
import { commands } from '../commands/index.js';
import { ExitCode } from '../exit-codes.js';
import type { Output } from '../output.js';
import type { EndedFor } from './work-messages.js';

const clauses: Readonly<Record<EndedFor, string>> = {
  timeout: 'the time is up',
  memory: 'the memory is used up',
  interrupted: 'interrupted',
};

/** Commands whose text ends in a verdict. */
const deciding = new Set(['verify', 'check']);

/** What is told of work that was ended: that there is no answer, and why. What it knew is lost. */
export async function tellForced(argv: readonly string[], why: EndedFor, output: Output): Promise<ExitCode> {
  const entry = commands.find(({ name }) => name === argv[0]);
  const command = await entry?.load();
  const words = command === undefined ? null : readTokens(argv.slice(1), command);
  const report = { ...blankReport(words?.file ?? ''), verdict: 'unknown', reason: why } as const;
  output.message(`stopped: ${clauses[why]}`);
  if (words?.given.has('json') === true) {
    const documentOf = command?.failureDocument ?? verifyDocument;
    const document = documentOf(report, packageVersion());
    output.result(jsonText(words.given.has('all-models') ? runsDocument([document]) : document));
  } else if (deciding.has(argv[0] ?? '')) output.result(verdictLine(report, output.style));
  return why === 'interrupted' ? ExitCode.Interrupted : ExitCode.Unknown;
}
