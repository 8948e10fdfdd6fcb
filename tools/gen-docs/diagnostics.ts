import { codes } from '../../src/diagnostics/codes.js';

/** The page docs/diagnostics.md, made from the one list of codes. */
export function diagnosticsPage(): string {
  const rows = Object.entries(codes).map(
    ([code, { severity, title, help }]) => `| ${code} | ${severity} | ${title} | ${help} |`,
  );
  return [
    '# Diagnostics',
    '',
    'Every error and warning has a code. This page is generated from `src/diagnostics/codes.ts` by `npm run docs`.',
    '',
    '| code | severity | what | what to do |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
