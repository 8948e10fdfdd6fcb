import { fewest } from '../../src/support/fewest.js';

/** Where a text may be cut, the coarse ways first. What they cut it into is the text when joined. */
const cutters: readonly ((text: string) => readonly string[])[] = [
  (text) => text.split(/(?<=\n)/),
  // Statements and blocks, with what closes them.
  (text) => text.match(/[^;{}]*(?:;|\{|\}|$)/g)?.filter((part) => part !== '') ?? [],
  (text) => text.match(/\s+|\w+|[^\w\s]/g) ?? [],
];

/**
 * A smaller text of which the same is true: delta debugging (Zeller and Hildebrandt) over lines, statements and tokens, until no part
 * of any kind can be left out by itself.
 */
export async function minimisedText(
  text: string,
  isSo: (smaller: string) => Promise<boolean>,
  goOn: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<string> {
  const known = new Map<string, boolean>([[text, true]]);
  const asked = async (some: readonly string[]): Promise<boolean> => {
    const smaller = some.join('');
    const answer = known.get(smaller) ?? (await isSo(smaller));
    known.set(smaller, answer);
    return answer;
  };
  let small = text;
  for (let before = ''; before !== small;) {
    before = small;
    for (const cut of cutters) small = (await fewest(cut(small), asked, goOn)).join('');
  }
  return small;
}
