import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './root.js';

/** A folder with nothing but the package in it, as npm would pack and install it. */
export interface PackedFolder {
  readonly path: string;
  remove(): void;
}

const dependencies = ['diff', 'moo', 'nearley', 'yargs', 'z3-solver'];

/** Needs no network: what the package depends on is lent by the checkout, beside it. */
export function installPacked(others: readonly string[] = []): PackedFolder {
  const path = mkdtempSync(join(tmpdir(), 'fencepost-packed-'));
  const modules = join(path, 'node_modules');
  mkdirSync(join(modules, '@types'), { recursive: true });
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', path], { cwd: root });
  const tarball = readdirSync(path).find((name) => name.endsWith('.tgz')) ?? '';
  execFileSync('tar', ['-xzf', join(path, tarball), '-C', modules]);
  execFileSync('mv', [join(modules, 'package'), join(modules, 'fencepost')]);
  rmSync(join(path, tarball));
  for (const name of [...dependencies, ...others])
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  symlinkSync(join(modules, 'fencepost/samples'), join(path, 'samples'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** What a program in the folder prints, errors included. */
export function runIn({ path }: PackedFolder, args: readonly string[]): string {
  const run = spawnSync(process.execPath, args, { cwd: path, encoding: 'utf8' });
  return `${run.stdout}${run.stderr}`;
}
