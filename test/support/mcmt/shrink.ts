/**
 * A smaller text of which the same is true: declarations, conjuncts, assignments and cases are left out as long as that is so. What
 * does not parse any more is not asked about: `holds` says no.
 */
export async function shrinkCub(text: string, holds: (smaller: string) => Promise<boolean>): Promise<string> {
  let small = text;
  for (let changed = true; changed;) {
    changed = false;
    for (const smaller of smallerTexts(small)) {
      if (!(await holds(smaller))) continue;
      small = smaller;
      changed = true;
      break;
    }
  }
  return small;
}

function* smallerTexts(text: string): Generator<string> {
  const lines = text.split('\n');
  for (let i = lines.length - 1; i >= 0; i--) {
    if (lines[i] !== '') yield [...lines.slice(0, i), ...lines.slice(i + 1)].join('\n');
  }
  for (const [i, line] of lines.entries()) {
    for (const smaller of smallerLines(line)) yield lines.with(i, smaller).join('\n');
  }
}

function* smallerLines(line: string): Generator<string> {
  const inside = /[^{}]+(?=\})/g;
  for (const match of line.matchAll(inside)) {
    for (const separator of [' && ', '; ', ' | ', ' || ']) {
      const parts = match[0].split(separator);
      for (let i = 0; i < parts.length && parts.length > 1; i++) {
        const rest = parts.toSpliced(i, 1).join(separator);
        yield `${line.slice(0, match.index)} ${rest} ${line.slice(match.index + match[0].length)}`;
      }
    }
    for (const before of [' Green', ' Blue', ' 2', ' 1', ' + 1', ' - 1']) {
      const at = match[0].indexOf(before);
      if (at < 0) continue;
      const after =
        { Green: 'Red', Blue: 'Green', '2': '1', '1': '0', '+': '', '-': '' }[
          before.trim().split(' ')[0] ?? ''
        ] ?? '';
      const rest = `${match[0].slice(0, at)} ${after}${match[0].slice(at + before.length)}`;
      if (rest.length <= match[0].length)
        yield `${line.slice(0, match.index)}${rest}${line.slice(match.index + match[0].length)}`;
    }
  }
}
