import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { diagnosticsPage } from './diagnostics.js';
import { withEngines, withEngineTables } from './engines.js';
import { withReasonTables } from './reasons.js';
import { writeManual } from './manual/write-manual.js';
import { withOptionTables } from './options.js';

const page = (name: string): URL => new URL(`../../../docs/${name}`, import.meta.url);
const text = (name: string): string => readFileSync(page(name), 'utf8');

writeFileSync(page('diagnostics.md'), diagnosticsPage());
writeFileSync(page('usage.md'), withReasonTables(withOptionTables(withEngineTables(text('usage.md')))));

for (const name of ['schema/verify.json', 'schema/fences.json']) {
  const schema: unknown = JSON.parse(text(name));
  if (typeof schema !== 'object' || schema === null) throw new Error(`docs/${name} is no schema`);
  const filepath = page(name).pathname;
  const style = await resolveConfig(filepath);
  writeFileSync(page(name), await format(JSON.stringify(withEngines(schema)), { ...style, filepath }));
}

const folder = new URL('../../manual/', import.meta.url).pathname;
const count = await writeManual(new URL('../../../', import.meta.url).pathname, folder);
process.stdout.write(`${count} pages of the manual are in ${folder}\n`);
