import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import MarkdownIt from 'markdown-it';
import { relativeTo, slug } from './manual-page.js';
import type { ManualPage } from './manual-page.js';

/** A page as HTML, without what is around it. */
export interface PageBody {
  readonly html: string;
  /** Files of the repository that it links to, and that are no pages: they are copied. */
  readonly files: readonly string[];
}

/** Makes the bodies of pages, whose links lead to pages of the manual or to files beside them. */
export class PageMaker {
  readonly #pages: ReadonlyMap<string, ManualPage>;

  constructor(
    private readonly root: string,
    pages: readonly ManualPage[],
  ) {
    this.#pages = new Map(pages.map((page) => [page.source, page]));
  }

  body(page: ManualPage): PageBody {
    const files: string[] = [];
    const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
    const tokens = markdown.parse(withoutComments(page.markdown), {});
    const used = new Map<string, number>();
    for (const [i, token] of tokens.entries()) {
      if (token.type === 'heading_open') token.attrSet('id', numbered(slug(plainText(tokens[i + 1])), used));
      for (const child of token.children ?? []) this.#lead(child, page, files);
    }
    const html = markdown.renderer.render(tokens, markdown.options, {});
    return {
      html: html.replaceAll('<table>', '<div class="wide"><table>').replaceAll('</table>', '</table></div>'),
      files,
    };
  }

  #lead(token: MarkdownToken, page: ManualPage, files: string[]): void {
    const name = token.type === 'link_open' ? 'href' : token.type === 'image' ? 'src' : null;
    const address = name === null ? null : String(token.attrGet(name) ?? '#');
    if (name === null || address === null || /^(?:[a-z]+:|#)/.test(address)) return;
    const [path = '', fragment] = address.split('#');
    const source = posix.normalize(posix.join(posix.dirname(page.source), decodeURI(path)));
    const other = this.#pages.get(source);
    const behind = fragment === undefined ? '' : `#${fragment}`;
    if (other !== undefined) token.attrSet(name, `${relativeTo(page.target, other.target)}${behind}`);
    else if (isFile(join(this.root, source))) {
      files.push(source);
      token.attrSet(name, relativeTo(page.target, copyOf(source)));
    }
    // What is left leads nowhere, and the check of links says so.
  }
}

type MarkdownToken = ReturnType<InstanceType<typeof MarkdownIt>['parse']>[number];

/** Where a file of the repository lies in the manual. */
export const copyOf = (source: string): string => `files/${source}`;

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

/** What marks tables that are made from code says nothing to readers. */
const withoutComments = (markdown: string): string => markdown.replaceAll(/^<!--.*-->\n/gm, '');

const plainText = (token: MarkdownToken | undefined): string =>
  (token?.children ?? [])
    .map(({ type, content }) => (type === 'text' || type === 'code_inline' ? content : ''))
    .join('');

/** The same heading again has a number, as GitHub has it. */
function numbered(id: string, used: Map<string, number>): string {
  const before = used.get(id) ?? 0;
  used.set(id, before + 1);
  return before === 0 ? id : `${id}-${before}`;
}
