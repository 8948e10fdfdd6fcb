import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { sourceSpan } from '../../diagnostics/span.js';
import type { Source } from '../../diagnostics/span.js';

const heading = String.raw`(?:process[ \t]+\d+|init)(?=[ \t\r]*(?:\n|$|/|\d+[ \t]*:))`;
const property = String.raw`assert[ \t]+(?:always|final)\b`;
const action = String.raw`(?:nop|barrier|begin_atomic|end_atomic)[ \t]*;|(?:store|load)[ \t]+\w|(?:if|assume)\b|[A-Za-z_]\w*[ \t]*=`;

/** A line that is no prose. The first line of a comment may be a title. */
const programLine = new RegExp(
  String.raw`\n[ \t]*((?:${heading}|${property}|\d+[ \t]*:[ \t]*(?:${action}))[^\r\n/]{0,20})`,
);

/**
 * A comment ends at the first end mark, so one whose own is missing goes on to that of the next comment, and what stands
 * between them is no part of the program. `start` is where the comment begins, `end` where its end mark stands.
 */
export function warnOfHiddenText(source: Source, start: number, end: number, bag: DiagnosticBag): void {
  const inside = source.text.slice(start + 2, end);
  const line = programLine.exec(inside);
  const nested = inside.indexOf('/*');
  if (line === null && nested === -1) return;
  const found = line?.[1] ?? '/*';
  const from = start + 2 + (line === null ? nested : line.index + line[0].length - found.length);
  const shown = found.trimEnd();
  const begun = source.position(start).line;
  const note = `the comment begins in line ${begun} and ends at the first \`*/\`: is a \`*/\` missing before this?`;
  bag.report('W605', sourceSpan(source, from, from + shown.length), `\`${shown}\` inside a comment`, note);
}
