import { relativeTo } from './manual-page.js';
import type { ManualPage } from './manual-page.js';

/** A whole page: the list of pages, and the text. */
export function framed(page: ManualPage, body: string, listed: readonly ManualPage[]): string {
  const style = relativeTo(page.target, styleFile);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src 'self'">
<title>${escaped(page.title.replaceAll('`', ''))} - fencepost</title>
<link rel="stylesheet" href="${style}">
</head>
<body>
<a class="skip" href="#text">To the text</a>
<nav aria-label="Pages">
<details>
<summary>fencepost</summary>
${groupsOf(listed)
  .map(([group, pages]) => groupHtml(group, pages, page))
  .join('\n')}
</details>
</nav>
<main id="text">
${body}</main>
</body>
</html>
`;
}

function groupsOf(pages: readonly ManualPage[]): readonly (readonly [string, readonly ManualPage[]])[] {
  const names = [...new Set(pages.map(({ group }) => group))];
  return names.map((name) => [name, pages.filter(({ group }) => group === name)]);
}

function groupHtml(group: string, pages: readonly ManualPage[], here: ManualPage): string {
  const items = pages.map(({ target, title }) => {
    const mark = target === here.target ? ' aria-current="page"' : '';
    return `<li><a href="${relativeTo(here.target, target)}"${mark}>${escaped(title.replaceAll('`', ''))}</a></li>`;
  });
  return `<h2>${escaped(group)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export const styleFile = 'manual.css';

/** Light and dark as the reader has it; the list of pages is folded away where there is no room beside the text. */
export const style = `:root {
  color-scheme: light dark;
  --paper: #fff; --ink: #1c1e21; --faint: #5a5f66; --line: #d9dce1; --code: #f4f5f7; --link: #0b57a4;
}
@media (prefers-color-scheme: dark) {
  :root { --paper: #16181c; --ink: #e4e6ea; --faint: #a2a8b1; --line: #363a41; --code: #21242a; --link: #7db4f0; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; overflow-wrap: break-word; }
a { color: var(--link); }
.skip { position: absolute; left: -100em; }
.skip:focus { left: 0; background: var(--paper); padding: .5em; }
nav { padding: .5rem 1rem; border-bottom: 1px solid var(--line); font-size: .92rem; }
nav summary { font-weight: 600; cursor: pointer; padding: .3rem 0; }
nav h2 { font-size: .8rem; letter-spacing: .04em; text-transform: uppercase; color: var(--faint); margin: 1rem 0 .2rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li { padding: .12rem 0; }
nav a { text-decoration: none; }
nav a[aria-current] { font-weight: 600; color: var(--ink); }
main { padding: 1rem; max-width: 56rem; }
pre, code { font: .88em/1.45 ui-monospace, monospace; background: var(--code); border-radius: 4px; }
code { padding: .1em .25em; }
pre { padding: .8em 1em; overflow-x: auto; }
pre code { padding: 0; font-size: 1em; background: none; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .92rem; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .7rem .3rem 0; text-align: left; vertical-align: top; }
img { max-width: 100%; }
h1, h2, h3 { line-height: 1.25; }
@media (min-width: 62rem) {
  body { display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
  nav { border-bottom: 0; border-right: 1px solid var(--line); min-height: 100vh; }
  main { padding: 1rem 2.5rem; }
}
`;
