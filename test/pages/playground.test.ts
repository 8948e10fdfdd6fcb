import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { verify } from '../../src/library/calls.js';
import { fragmentOf } from '../../src/pages/playground/program-link.js';
import { playgroundFiles } from '../../src/serve/playground-files.js';
import { servePlayground } from '../../src/serve/playground-server.js';
import type { PlaygroundServer } from '../../src/serve/playground-server.js';
import { describeInBrowser, isTooWide, seriousFaults } from '../support/browser.js';
import type { Looking } from '../support/browser.js';
import { root } from '../support/root.js';

const folder = join(root, 'dist/playground');

describe('the files of the playground', () => {
  const files = readdirSync(folder).filter((name) => statSync(join(folder, name)).isFile());
  const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');

  it('have nothing of Node in them', () => {
    const scripts = files.filter((name) => name.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(5);
    expect(scripts.filter((name) => /(?:from|import)\s*\(?["'`]node:/.test(textOf(name)))).toEqual([]);
  });

  it('have no inline script or style, and a policy that allows none', () => {
    const page = textOf('index.html');
    expect(page).not.toMatch(/<script(?![^>]* src=)|<style| style=| on[a-z]+=/);
    expect(page).toContain("default-src 'none'");
    expect(page).not.toContain('unsafe');
  });
});

describeInBrowser('the playground', (open) => {
  let server: PlaygroundServer;

  beforeAll(async () => {
    server = await servePlayground(playgroundFiles(root), 0);
  });
  afterAll(() => server.close());

  /** The page, once it can be used. */
  async function playground({ fragment = '', ...looking }: Looking & { readonly fragment?: string } = {}) {
    const opened = await open(`${server.url}${fragment}`, looking);
    await opened.page.locator('.cm-line', { hasText: 'shared' }).first().waitFor();
    return opened;
  }

  const verdict = (page: Page): Promise<string | null> => page.locator('.verdict').textContent();
  const toStop = (page: Page): Promise<void> => page.locator('#stop:disabled').waitFor();

  async function write(page: Page, text: string): Promise<void> {
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(text);
  }

  /** A program with more states than anybody waits for. */
  const endless = `
    shared int x = 0;
    thread P { while (true) { x = x + 1; } }
    thread Q { while (true) { x = x - 1; } }
    invariant small: x < 1000000000;
  `;

  it('verifies the sample of Peterson by a click, and steps through the run', async () => {
    const { page, problems } = await playground();
    await page.selectOption('#sample', 'mutex/peterson.fp');
    await page.selectOption('#model', 'tso');
    expect(await page.textContent('#expected')).toBe('Expected under TSO: mutex unsafe');
    await page.click('#verify');
    expect(await verdict(page)).toBe('Unsafe: mutex is violated');
    const before = await page.locator('.rv-words').textContent();
    await page.locator('.rv-slider').press('End');
    expect(await page.locator('.rv-words').textContent()).not.toBe(before);
    // The last step is told beside the text, which points at its line.
    expect(await page.locator('.pointed').textContent()).toContain('goto Wait');
    expect(await seriousFaults(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('loads less than 400 kB, compressed, until a program is verified, and nothing from elsewhere', async () => {
    const { page } = await playground();
    const loaded = new Set<string>();
    page.on('response', (response) => loaded.add(response.url()));
    await page.reload();
    await page.click('#verify');
    await page.locator('.verdict').waitFor();
    const paths = [...loaded].map((url) => {
      expect(url.startsWith(server.url)).toBe(true);
      return url.slice(server.url.length).replace(/^$/, 'index.html');
    });
    expect(paths).toContain('engines.js');
    const bytes = paths.map((path) => gzipSync(readFileSync(join(folder, path))).length);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(400_000);
  });

  it('says what the command line says', async () => {
    const asked = [
      ['litmus/mp.fp', 'pso', ''],
      ['mutex/peterson-fenced.fp', 'pso', ''],
      ['mutex/dekker.fp', 'sc', ''],
      ['ltl/release.fp', 'tso', ''],
      ['dual/spinlock-any.fp', 'tso', 'any'],
      ['data-structures/spsc-queue.fp', 'tso', ''],
      ['abstraction/publish.fp', 'tso', ''],
      ['discovery/counter.fp', 'tso', ''],
      ['boolean/test-and-set.bl', 'tso', ''],
      ['arrays/mutex.cub', 'tso', ''],
      ['c/store-buffering.c', 'tso', ''],
      ['any-number/allocator-plain.fp', 'sc', 'any'],
    ] as const;
    const { page, problems } = await playground();
    for (const [sample, model, procs] of asked) {
      await page.selectOption('#sample', sample);
      await page.selectOption('#model', model);
      await page.selectOption('#procs', procs);
      await page.click('#verify');
      await toStop(page);
      const told = await page.locator('td .told').allTextContents();
      const path = join(root, 'samples', sample);
      const here = await verify(path, { model, ...(procs === '' ? {} : { procs }), timeout: 60 });
      const wanted = here.properties.map(({ verdict: own, reason }) =>
        reason === null ? own : `${own} (${reason})`,
      );
      expect([sample, told]).toEqual([sample, wanted]);
      expect(wanted).not.toEqual([]);
    }
    expect(problems).toEqual([]);
  });

  it('stops within a second, and verifies again', async () => {
    const { page } = await playground();
    await write(page, endless);
    await page.selectOption('#engine', 'explicit');
    await page.click('#verify');
    await page.locator('#stop:enabled').click();
    // The page does not wait for the worker: it is gone when the click is over.
    expect(await verdict(page)).toBe('Stopped');
    await page.selectOption('#sample', 'litmus/sb.fp');
    await page.click('#verify');
    await page.locator('.verdict.unsafe').waitFor();
  });

  it('stays alive when an engine crashes, and tells so', async () => {
    const { page } = await playground();
    await write(page, endless);
    await page.selectOption('#engine', 'explicit');
    await page.click('#verify');
    for (const worker of page.workers())
      await worker.evaluate('void setTimeout(() => { throw new RangeError("planted"); }, 0)');
    await page.locator('.verdict.refused').waitFor();
    expect(await page.textContent('#answer')).toMatch(/ended without an answer.*planted/s);
    await page.selectOption('#engine', 'auto');
    await page.selectOption('#sample', 'litmus/sb.fp');
    await page.click('#verify');
    await page.locator('.verdict.unsafe').waitFor();
  });

  it('shows an error at its line while one types', async () => {
    const { page } = await playground();
    await write(page, 'shared int x = 0;\nthred P { x = 1; }\ninvariant x < 2;\n');
    const item = page.locator('#marks li button');
    expect(await item.first().textContent()).toMatch(/^line 2: unknown word `thred`.*did you mean `thread`/);
    await page.locator('.cm-line', { has: page.locator('.cm-lintRange-error') }).waitFor();
    const marked = page.locator('.cm-line', { has: page.locator('.cm-lintRange-error') });
    expect(await marked.textContent()).toContain('thred');
    await page.click('#verify');
    expect(await verdict(page)).toBe('There are errors in the program');
  });

  it('is used by the keyboard alone', async () => {
    const { page } = await playground();
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\nshar');
    await page.locator('.cm-tooltip-autocomplete').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Enter');
    await page.locator('.verdict').waitFor();
    // Escape and Tab lead out of the editor, and from there one comes to the buttons.
    await page.keyboard.press('Escape');
    for (let i = 0; i < 20; i++) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate('document.activeElement.id')) === 'fences') break;
    }
    expect(await page.evaluate('document.activeElement.id')).toBe('fences');
  });

  it('finds fences and puts them into the program', async () => {
    const { page } = await playground();
    await page.selectOption('#sample', 'litmus/sb.fp');
    await page.selectOption('#model', 'tso');
    await page.click('#fences');
    expect(await verdict(page)).toBe('2 fences suffice');
    await page.locator('.take').click();
    expect(await page.locator('.cm-line', { hasText: /^\s*fence;$/ }).count()).toBe(2);
    await page.click('#verify');
    await page.locator('.verdict', { hasText: /^Safe$/ }).waitFor();
  });

  it('asks before Z3 is loaded, and then runs it', async () => {
    const { page } = await playground();
    await page.selectOption('#sample', 'discovery/pool.fp');
    await page.selectOption('#model', 'tso');
    await page.click('#verify');
    await page.locator('.take', { hasText: 'Load Z3' }).click();
    await page.locator('.verdict.unsafe').waitFor();
    expect(await verdict(page)).toBe('Unsafe: total is violated');
  });

  it('has room at 400 pixels, and contrast in the dark', async () => {
    const { page, problems } = await playground({ width: 400, colours: 'dark' });
    await page.click('#verify');
    await page.locator('.verdict').waitFor();
    await page.locator('.rv-slider').press('End');
    expect(await isTooWide(page)).toBe(false);
    expect(await seriousFaults(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('makes a link that carries the program', async () => {
    const text = 'shared int x = 0; // "<script>" & ünï\nthread P { x = 1; }\ninvariant low: x < 1;';
    const { page } = await playground();
    await write(page, text);
    await page.fill('#name', 'mine.fp');
    await page.selectOption('#model', 'pso');
    await page.click('#link');
    await page.locator('#status', { hasText: 'carries the program' }).waitFor();
    const fragment = page.url().slice(server.url.length);
    const other = await playground({ fragment });
    expect(await other.page.locator('.cm-line').allTextContents()).toEqual(text.split('\n'));
    expect(await other.page.inputValue('#name')).toBe('mine.fp');
    expect(await other.page.inputValue('#model')).toBe('pso');
  });

  it('takes from a link no choice that there is not', async () => {
    const text = 'shared int x = 0;';
    const linked = { name: '<b>.fp', text, model: '<img src=x>', engine: 'none', procs: '-1' };
    const { page, problems } = await playground({ fragment: await fragmentOf(linked) });
    await page.locator('.cm-line', { hasText: /^shared int x = 0;$/ }).waitFor();
    expect(await page.inputValue('#model')).toBe('tso');
    expect(await page.inputValue('#engine')).toBe('auto');
    expect(await page.inputValue('#procs')).toBe('');
    expect(await page.inputValue('#name')).toBe('<b>.fp');
    expect(problems).toEqual([]);
  });

  it('says of a goal whether it is reached', async () => {
    const { page } = await playground();
    await page.selectOption('#sample', 'language/goals.fp');
    await page.click('#verify');
    await page.locator('.verdict', { hasText: /^Safe$/ }).waitFor();
    expect(await page.locator('.which-run option').allTextContents()).toEqual([
      'reaches both_miss',
      'reaches seen',
    ]);
    await page.selectOption('#model', 'sc');
    await page.click('#verify');
    await page.locator('.verdict.unsafe').waitFor();
    expect(await verdict(page)).toBe('Unsafe: both_miss is never reached');
  });

  it('says of a damaged link that it is one', async () => {
    const { page } = await playground({ fragment: '#p1=abc' });
    expect(await page.textContent('#status')).toContain('damaged');
  });
});
