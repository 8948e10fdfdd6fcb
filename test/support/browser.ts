import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, afterEach, beforeAll, describe } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { invariant } from '../../src/support/invariant.js';
import { chromiumArgs, chromiumProgram } from './chromium.js';
import { tellSkipped } from './skipped.js';

/** How a page is looked at. */
export interface Looking {
  readonly width?: number;
  readonly colours?: 'light' | 'dark';
  readonly motion?: 'reduce' | 'no-preference';
  /** Whether scripts run; they do. */
  readonly scripts?: boolean;
}

/** A page in the browser, with all it complained of and asked for. */
export interface OpenPage {
  readonly page: Page;
  /** Errors and warnings of the console, and what was thrown: what breaks the page's policy is among them. */
  readonly problems: readonly string[];
  /** Addresses that were loaded. */
  readonly requests: readonly string[];
}

export type OpenBrowser = (address: string, looking?: Looking) => Promise<OpenPage>;

/** Other work may leave a browser next to nothing of the processors. */
const patience = 300_000;

/** Tests in headless Chromium, one process for all of them; skipped where there is none. */
export function describeInBrowser(name: string, body: (open: OpenBrowser) => void): void {
  if (chromiumProgram === undefined) tellSkipped('chromium', `the tests "${name}"`);
  const note = chromiumProgram === undefined ? ' (skipped: no chromium here)' : '';
  let browser: Browser | null = null;
  (chromiumProgram === undefined ? describe.skip : describe)(`${name}${note}`, () => {
    beforeAll(async () => {
      invariant(chromiumProgram !== undefined, 'without a browser its tests are skipped');
      const { chromium } = await import('playwright-core');
      browser = await chromium.launch({
        ...{ executablePath: chromiumProgram, args: [...chromiumArgs], timeout: patience },
      });
    });
    afterEach(async () => {
      for (const context of browser?.contexts() ?? []) await context.close();
    });
    afterAll(async () => {
      await browser?.close();
    });
    body((address, looking) => {
      invariant(browser !== null, 'the browser was started before the first test');
      return opened(browser, address, looking);
    });
  });
}

async function opened(
  browser: Browser,
  address: string,
  { width = 1280, colours = 'light', motion = 'reduce', scripts = true }: Looking = {},
): Promise<OpenPage> {
  const context = await browser.newContext({
    viewport: { width, height: 860 },
    ...{ colorScheme: colours, reducedMotion: motion, javaScriptEnabled: scripts },
  });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  const problems: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(address, { timeout: patience });
  return { page, problems, requests };
}

/** What axe-core finds that keeps people from using the page, as `rule: element`. */
export async function seriousFaults(page: Page): Promise<readonly string[]> {
  const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  await page.evaluate(readFileSync(axe, 'utf8'));
  const found: unknown = await page.evaluate(
    `axe.run().then(({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`,
  );
  invariant(Array.isArray(found), 'axe tells a list');
  return found.map(String);
}

/** Whether the page is wider than its window: then it has to be scrolled sideways. */
export const isTooWide = async (page: Page): Promise<boolean> =>
  (await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')) ===
  true;
