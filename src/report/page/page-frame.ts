import { createHash } from 'node:crypto';
import { escaped, scriptData } from './markup.js';
import type { Markup } from './markup.js';

/** What the build has made for browsers. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
}

export interface PageParts {
  readonly title: string;
  readonly body: Markup;
  /** What the script shows. */
  readonly data: unknown;
}

/** A whole page in one text: it loads nothing, and nothing runs in it but the script it comes with. */
export function pageText({ title, body, data }: PageParts, { script, style }: PageAssets): string {
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
${body.text}
<script type="application/json" id="data">${scriptData(data)}</script>
<script>${script}</script>
</body>
</html>
`;
}

/** As a policy names a script or style of the page. */
const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;
