import { reasonTable } from '../../src/ask/reason-table.js';
import { exitMeanings, worstFirst } from '../../src/cli/exit-codes.js';

/** docs/usage.md with its tables of reasons and exit codes made anew: each stands between a comment that names it and one that ends it. */
export const withReasonTables = (page: string): string =>
  page.replaceAll(
    /(<!-- table: ([\w ]+) -->\n)[\s\S]*?(<!-- end of table -->)/g,
    (_whole, begin: string, name: string, end: string) =>
      [begin.trimEnd(), '', ...tableNamed(name), '', end].join('\n'),
  );

function tableNamed(name: string): readonly string[] {
  switch (name) {
    case 'reasons':
      return [
        '| reason | means | what helps |',
        '| --- | --- | --- |',
        ...Object.entries(reasonTable).map(
          ([reason, { means, helps }]) => `| \`${reason}\` | ${means} | ${helps} |`,
        ),
      ];
    case 'exit codes':
      return [
        '| code | means |',
        '| --- | --- |',
        ...Object.entries(exitMeanings).map(([code, meaning]) => `| ${code} | ${meaning} |`),
        '',
        `Of several runs, files or tests the worst code counts, in the order ${worstFirst.join(', ')}.`,
      ];
    default:
      throw new Error(`docs/usage.md wants a table '${name}', which is none`);
  }
}
