import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { invariant } from '../../src/support/invariant.js';
import { chromiumArgs, chromiumProgram } from '../../test/support/chromium.js';

// `npm run picture`: the picture of the README, from the report of the run that it shows as text.

const asked = ['verify', 'samples/litmus/mp.fp', '--model', 'pso'];
/** The step in which the reader gets the old value while the new one waits. */
const step = 5;
/** In pixels of the page, on each side. */
const margin = 12;
const file = 'docs/picture/run.png';

/** What a browser shows of the run in a report, without the rest of the page. */
async function pictureOf(program: string, report: string): Promise<Buffer> {
  const browser = await chromium.launch({ executablePath: program, args: [...chromiumArgs] });
  try {
    const page = await browser.newPage({
      ...{ viewport: { width: 1100, height: 900 }, colorScheme: 'light', reducedMotion: 'reduce' },
    });
    await page.goto(pathToFileURL(report).href);
    for (let i = 0; i < step; i++) await page.keyboard.press('ArrowRight');
    const box = await page.locator('.shown-run').first().boundingBox();
    invariant(box !== null, 'a report of a violated property shows its run');
    const { x, y, width, height } = box;
    const clip = { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
    return await page.screenshot({ clip, fullPage: true });
  } finally {
    await browser.close();
  }
}

/** A violated property is what the run is of, and its exit code 10. */
function writeReport(path: string): void {
  try {
    execFileSync(process.execPath, ['dist/bin/fencepost.js', ...asked, '--report', path], {
      stdio: 'ignore',
    });
  } catch (error) {
    if (!(error instanceof Error && 'status' in error && error.status === 10)) throw error;
  }
}

async function main(): Promise<number> {
  if (chromiumProgram === undefined) {
    process.stderr.write('npm run picture needs chromium, and there is none on the path\n');
    return 2;
  }
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-picture-'));
  try {
    const report = join(folder, 'run.html');
    writeReport(report);
    const picture = await pictureOf(chromiumProgram, report);
    mkdirSync('docs/picture', { recursive: true });
    writeFileSync(file, picture);
    process.stdout.write(`${file}: ${(picture.length / 1000).toFixed(0)} kB\n`);
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main();
