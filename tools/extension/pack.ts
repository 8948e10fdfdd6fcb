import { readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { field, parsedJson, textField } from '../../src/support/json-fields.js';
import { zipOf } from './zip.js';
import type { ZipEntry } from './zip.js';

/** The extension in a folder as what editors install: an archive by the Open Packaging Conventions with a manifest beside it. */
export function packed(folder: string, license: string): Buffer {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
  const own: readonly ZipEntry[] = files.map((name) => ({
    name: `extension/${name}`,
    content: readFileSync(join(folder, name)),
  }));
  const manifest: unknown = parsedJson(readFileSync(join(folder, 'package.json'), 'utf8'));
  return zipOf([
    { name: 'extension.vsixmanifest', content: Buffer.from(manifestText(manifest)) },
    { name: '[Content_Types].xml', content: Buffer.from(contentTypes([...files, 'LICENSE.txt'])) },
    { name: 'extension/LICENSE.txt', content: Buffer.from(license) },
    ...own,
  ]);
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function manifestText(manifest: unknown): string {
  const said = (name: string): string => escaped(textField(manifest, name) ?? '');
  const engine = escaped(textField(field(manifest, 'engines'), 'vscode') ?? '*');
  const asset = (type: string, path: string): string =>
    `    <Asset Type="Microsoft.VisualStudio.${type}" Path="extension/${path}" Addressable="true"/>`;
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${said('name')}" Version="${said('version')}" Publisher="${said('publisher')}"/>
    <DisplayName>${said('displayName')}</DisplayName>
    <Description xml:space="preserve">${said('description')}</Description>
    <Categories>Programming Languages,Debuggers,Formatters</Categories>
    <License>extension/LICENSE.txt</License>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${engine}"/>
    </Properties>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
${asset('Code.Manifest', 'package.json')}
${asset('Services.Content.Details', 'README.md')}
${asset('Services.Content.License', 'LICENSE.txt')}
  </Assets>
</PackageManifest>
`;
}

const knownTypes: Readonly<Record<string, string>> = {
  '.json': 'application/json',
  '.js': 'application/javascript',
  '.md': 'text/markdown',
  '.txt': 'text/plain',
};

/** What kind of content each extension of a file name is. */
function contentTypes(files: readonly string[]): string {
  const extensions = [...new Set(['.vsixmanifest', ...files.map((name) => extname(name))])];
  const rows = extensions.map(
    (extension) =>
      `  <Default Extension="${extension}" ContentType="${knownTypes[extension] ?? 'text/xml'}"/>\n`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
${rows.join('')}</Types>
`;
}
