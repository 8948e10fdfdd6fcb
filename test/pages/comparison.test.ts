import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { toTable } from '../../src/library/comparison-table.js';
import { folderWith } from '../cli/fencepost.js';
import { comparedRuns } from '../support/compared-runs.js';
import { describeInBrowser, isTooWide, seriousFaults } from '../support/browser.js';

const folder = folderWith({});

/** The page of so many runs, in a file. */
function written(count: number): string {
  const rows = comparedRuns(count);
  const path = join(folder, `${count}.html`);
  writeFileSync(path, toTable({ rows, documents: [], timeoutSeconds: 20 }, 'html'));
  return path;
}

const shownRows = async (page: Page): Promise<readonly string[]> =>
  page.locator('#runs tbody tr:visible td:first-child').allInnerTexts();

describeInBrowser('the page about a comparison', (openAddress) => {
  const open = (path: string, looking = {}) => openAddress(pathToFileURL(path).href, looking);
  const large = written(1000);
  const small = written(40);

  it('of 1000 runs is below 2 MB and opens at once', async () => {
    expect(statSync(large).size).toBeLessThan(2e6);
    const { page, problems, requests } = await open(large);
    expect(await page.locator('#shown').innerText()).toBe('1000 of 1000 runs');
    expect(await page.locator('svg.plot').count()).toBe(3);
    // Milliseconds since it was asked for: 1000 where nothing else is done.
    expect(
      Number(await page.evaluate('performance.timing.loadEventEnd - performance.timing.navigationStart')),
    ).toBeLessThan(15_000);
    expect(problems).toEqual([]);
    expect(requests).toHaveLength(1);
  });

  it('sorts up and down, what is not there last', async () => {
    const { page } = await open(small);
    const states = page.getByRole('button', { name: 'states' });
    await states.click();
    expect((await shownRows(page))[0]).toBe('prog<3>');
    expect(await page.locator('th[aria-sort=ascending]').innerText()).toContain('states');
    await states.press('Enter');
    expect((await shownRows(page))[0]).toBe('prog<0>');
    expect(await page.locator('th[aria-sort]').count()).toBe(1);
    await page.getByRole('button', { name: 'verdict' }).click();
    const verdicts = await page
      .locator('#runs tbody td.safe, #runs tbody td.unsafe, #runs tbody td.unknown')
      .allInnerTexts();
    expect(verdicts.map((text) => text.split(' ')[0])).toEqual(
      verdicts.map((text) => text.split(' ')[0]).toSorted((a = '', b = '') => a.localeCompare(b)),
    );
  });

  it('filters the table and the plots', async () => {
    const { page } = await open(small);
    const curves = (): Promise<number> => page.locator('#plot-cactus path[stroke-width="1.6"]').count();
    // A curve and a line of the legend each.
    expect(await curves()).toBe(10);
    await page.selectOption('#way', 'dual');
    expect(await shownRows(page)).toHaveLength(8);
    expect(await curves()).toBe(2);
    await page.selectOption('#model', 'pso');
    await page.fill('#search', 'PROG<2>');
    expect(await shownRows(page)).toEqual(['prog<2>']);
    expect(await page.locator('#shown').innerText()).toBe('1 of 40 runs');
    await page.selectOption('#way', '');
    await page.selectOption('#model', '');
    await page.fill('#search', '');
    const marks = (): Promise<number> => page.locator('#plot-scatter g title').count();
    expect(await marks()).toBe(8);
    await page.selectOption('#second', 'pe');
    expect(await page.locator('#plot-scatter > title').textContent()).toBe('explicit and pe, task by task');
    await page.selectOption('#metric', 'memory');
    expect(await page.locator('#plot-scatter').innerHTML()).toContain('MB of memory');
    await page.fill('#search', 'nothing like this');
    expect(await shownRows(page)).toEqual([]);
    expect(await page.locator('#place-scatter').innerText()).toContain('No task');
  });

  it('saves plots as SVG that stands by itself', async () => {
    const { page } = await open(small);
    for (const name of ['cactus', 'scatter', 'bars', 'runs']) {
      const saved = page.waitForEvent('download');
      await page.locator(`button.save[value=${name}]`).click();
      const path = join(folder, `${name}.svg`);
      await (await saved).saveAs(path);
      const text = readFileSync(path, 'utf8');
      const told: unknown = await page.evaluate(`(() => {
        const read = new DOMParser().parseFromString(${JSON.stringify(text)}, 'image/svg+xml');
        return [read.querySelector('parsererror') === null, read.documentElement.namespaceURI, read.documentElement.localName];
      })()`);
      expect(told).toEqual([true, 'http://www.w3.org/2000/svg', 'svg']);
      expect(text).not.toMatch(/NaN|Infinity|undefined/);
    }
  });

  it('says the same without scripts, and to everybody', async () => {
    const without = await open(small, { scripts: false });
    expect(await shownRows(without.page)).toHaveLength(40);
    expect(await without.page.locator('svg.plot').count()).toBe(4);
    for (const looking of [{ width: 400 }, { colours: 'dark' }]) {
      const { page, problems } = await open(small, looking);
      expect(await isTooWide(page)).toBe(false);
      expect(await seriousFaults(page)).toEqual([]);
      expect(problems).toEqual([]);
    }
  });
});
