/** A page of the manual, as Markdown. Links are as they stand in the repository. */
export interface ManualPage {
  /** Where its text stands in the repository, or would, as in `docs/engines/ltl.md`. */
  readonly source: string;
  /** Where it is in the manual, as in `engines/ltl.html`. */
  readonly target: string;
  readonly title: string;
  readonly markdown: string;
  /** The heading that it stands under in the list of pages. */
  readonly group: string;
}

/** From a page of the manual to another file of it. */
export function relativeTo(page: string, target: string): string {
  const up = page.split('/').length - 1;
  return `${'../'.repeat(up)}${target}`;
}

/** What a heading is called in links, as GitHub has it. */
export const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
