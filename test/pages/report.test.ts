import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { fencepost, folderWith } from '../cli/fencepost.js';
import { describeInBrowser, isTooWide, seriousFaults } from '../support/browser.js';
import type { Looking, OpenPage } from '../support/browser.js';

const folder = folderWith({});
const written = new Map<string, Promise<string>>();

/** The page that is written about a file, once. */
function reportOn(...line: readonly string[]): Promise<string> {
  const known = written.get(line.join(' '));
  if (known !== undefined) return known;
  const page = join(folder, `${written.size}.html`);
  const made = fencepost([...line, '--report', page]).then(() => page);
  written.set(line.join(' '), made);
  return made;
}

const passedMessage = (): Promise<string> => reportOn('verify', 'samples/litmus/mp.fp', '--model', 'pso');

/** The result of what a page computes. */
const computed = (page: Page, script: string): Promise<unknown> => page.evaluate(script);

/** `flag 1` for each cell of memory, with the value before where it has changed. */
const memoryIn = (page: Page): Promise<readonly string[]> =>
  page.locator('.rv-memory .rv-value').allInnerTexts();

const words = (page: Page): Promise<string> => page.getByRole('status').first().innerText();

const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

describeInBrowser('a report in a browser', (openAddress) => {
  const open = (path: string, looking: Looking = {}): Promise<OpenPage> =>
    openAddress(pathToFileURL(path).href, looking);

  it('loads nothing but itself, complains of nothing, and follows the keys', async () => {
    const { page, problems, requests } = await open(await passedMessage());
    expect(await memoryIn(page)).toEqual(['data 0', 'flag 0']);
    await press(page, 'ArrowRight', 'ArrowRight');
    // The README shows this run: both writes wait, then the flag overtakes.
    expect(await memoryIn(page)).toEqual(['data 0', 'flag 0']);
    expect(await page.locator('.rv-write').allInnerTexts()).toEqual(['42', '1']);
    await press(page, 'ArrowDown');
    expect(await memoryIn(page)).toEqual(['data 0', 'flag 0 1']);
    expect(await words(page)).toBe(
      'Step 3: the write flag = 1 of Writer, made in step 2, reaches memory. In its buffer: data = 42, oldest first.',
    );
    await press(page, 'End');
    expect(await words(page)).toContain('Violated: fresh');
    expect(await memoryIn(page)).toEqual(['data 0 42', 'flag 1']);
    await press(page, 'Home');
    expect(await memoryIn(page)).toEqual(['data 0', 'flag 0']);
    expect(problems).toEqual([]);
    expect(requests).toHaveLength(1);
  });

  it('follows the mouse: rows, buttons and slider', async () => {
    const { page } = await open(await passedMessage());
    await page.getByRole('option', { name: /^4 Reader/ }).click();
    expect(await words(page)).toContain('Step 4: Reader does load seen = flag (1) in line 12.');
    expect(await page.locator('.rv-line.rv-current code').innerText()).toBe('  seen = flag;');
    await page.getByRole('button', { name: 'Next' }).click();
    expect(await page.getByRole('option', { selected: true }).textContent()).toContain('5 Reader: load');
    await page.getByRole('slider', { name: 'Step' }).fill('1');
    expect(await words(page)).toContain('Step 1: Writer does store data = 42');
    // Where threads stand is to be seen in their graphs, too.
    expect(await page.locator('.node.standing').count()).toBe(2);
    expect(await page.locator('.node.standing[data-thread=Writer]').getAttribute('data-place')).toBe('1');
  });

  it('leads each write to memory that reaches it, also one that changes nothing', async () => {
    const options = ['--model', 'tso', '--procs', 'any'];
    const { page } = await open(await reportOn('verify', 'samples/dual/test-then-set-any.fp', ...options));
    // Both threads write 1: the second finds it there.
    expect(await page.locator('.rv-effect').allTextContents()).toEqual(['lock = 1', 'lock = 1']);
    expect(await page.locator('.rv-way').count()).toBe(4);
  });

  it('gives keys to the first of several runs', async () => {
    const { page } = await open(await reportOn('verify', 'samples/litmus/sb.fp', '--all-models'));
    await page.locator('.rv').nth(1).waitFor();
    await press(page, 'ArrowRight');
    const told = await page.locator('.rv-words').allInnerTexts();
    expect(told.map((text) => text.slice(0, 6))).toEqual(['Step 1', 'Start:']);
  });

  it('tells above its first step that a run repeats', async () => {
    const { page } = await open(
      await reportOn('verify', 'samples/ltl/peterson-starvation.fp', '--model', 'tso'),
    );
    const caption = await page.locator('.rv-repeats').first().boundingBox();
    const step = await page.locator('.rv-loop .rv-act').first().boundingBox();
    expect((caption?.y ?? NaN) + (caption?.height ?? NaN)).toBeLessThanOrEqual((step?.y ?? NaN) + 1);
    expect(caption?.height).toBeGreaterThan(8);
  });

  it('says of a goal that the run reaches it', async () => {
    const { page } = await open(await reportOn('verify', 'samples/language/goals.fp', '--model', 'tso'));
    expect(await page.locator('details.run > summary').allTextContents()).toEqual([
      'A run that reaches both_miss',
      'A run that reaches seen',
    ]);
    await press(page, 'End');
    expect(await words(page)).toContain('Reached: both_miss');
    expect(await page.locator('.rv-violated').count()).toBe(0);
  });

  it('plays at the press of space, and stops', async () => {
    const { page } = await open(await passedMessage());
    await press(page, ' ');
    await page.getByRole('button', { name: 'Pause' }).first().waitFor();
    await page.locator('.rv-words', { hasText: 'Step 1' }).waitFor();
    await press(page, ' ');
    expect(await page.getByRole('button', { name: 'Play' }).count()).toBe(1);
  });

  it('draws ways through buffers, and happens-before where it is wanted', async () => {
    const { page } = await open(await passedMessage());
    // Two flushes: each from its store, and to memory.
    expect(await page.locator('.rv-way').count()).toBe(4);
    expect(await page.locator('text.rv-relation').count()).toBe(0);
    await page.getByRole('checkbox', { name: 'rf' }).check();
    await page.getByRole('checkbox', { name: 'fr' }).check();
    // The flag is read, the data before it is there.
    expect(await page.locator('text.rv-relation').allTextContents()).toEqual(['rf', 'fr']);
    await page.getByRole('checkbox', { name: 'this step only' }).check();
    expect(await page.locator('text.rv-relation').count()).toBe(0);
    await page.getByRole('option', { name: /^4 / }).click();
    expect(await page.locator('text.rv-relation').allTextContents()).toEqual(['rf']);
  });

  it('can be used with a keyboard alone', async () => {
    const { page } = await open(await passedMessage());
    const reached: string[] = [];
    for (let i = 0; i < 14; i++) {
      await press(page, 'Tab');
      const name = await computed(
        page,
        'document.activeElement.getAttribute("aria-label") ?? document.activeElement.innerText',
      );
      reached.push(String(name));
    }
    for (const name of ['First', 'Next', 'Play', 'Step', 'Steps: arrow keys go through them'])
      expect(reached).toContain(name);
    await page.getByRole('listbox').focus();
    await press(page, 'ArrowDown', 'ArrowDown', 'ArrowUp');
    expect(await words(page)).toContain('Step 1:');
    await page.getByRole('checkbox', { name: 'rf' }).focus();
    await press(page, ' ');
    expect(await page.locator('text.rv-relation').count()).toBe(1);
  });

  it.each(['light', 'dark'] as const)('has no serious fault for axe in %s colours', async (colours) => {
    const { page } = await open(await reportOn('verify', 'samples/mutex/peterson.fp', '--all-models'), {
      colours,
    });
    await press(page, 'ArrowRight', 'ArrowRight', 'ArrowRight');
    expect(await seriousFaults(page)).toEqual([]);
  });

  it.each(['samples/litmus/mp.fp', 'samples/data-structures/chase-lev.fp'])(
    'fits a window of 400 pixels: %s',
    async (program) => {
      const { page } = await open(await reportOn('verify', program, '--model', 'pso'), { width: 400 });
      await press(page, 'End');
      expect(await isTooWide(page)).toBe(false);
    },
  );

  it('changes its colours, and remembers that', async () => {
    const { page } = await open(await passedMessage(), { colours: 'light' });
    const paper = (): Promise<unknown> => computed(page, 'getComputedStyle(document.body).backgroundColor');
    const light = await paper();
    await page.getByRole('button', { name: 'Change to dark colours' }).click();
    expect(await paper()).not.toBe(light);
    await page.reload();
    expect(await paper()).not.toBe(light);
  });

  it('says without a script what there is to say', async () => {
    const { page } = await open(await passedMessage(), { scripts: false });
    await page.getByText('The run as text').click();
    expect(await page.locator('.as-text pre').innerText()).toContain('flush flag = 1');
  });

  it('moves nothing for those who want that, and something for others', async () => {
    const animation = async (motion: 'reduce' | 'no-preference'): Promise<unknown> => {
      const { page } = await open(await passedMessage(), { motion });
      await press(page, 'ArrowRight');
      return computed(page, 'getComputedStyle(document.querySelector(".rv-changed")).animationName');
    };
    expect(await animation('reduce')).toBe('none');
    expect(await animation('no-preference')).toBe('rv-flash');
  });

  it('shows text of a program as text, whatever it says', async () => {
    const hostile = join(folder, '<img src=x onerror=broken()>&amp;.fp');
    const comment = '</script></code><script>globalThis.broken = 1</script><!-- <script> \u2028 ${x} -->';
    const text = readFileSync('samples/litmus/mp.fp', 'utf8').replace(/^/, `// ${comment}\n`);
    writeFileSync(hostile, text);
    const { page, problems } = await open(await reportOn('verify', hostile, '--model', 'pso'));
    expect(await page.locator('.rv-line code').first().innerText()).toBe(
      `// ${comment}`.replace('\u2028', '\u2028'),
    );
    expect(await computed(page, 'typeof globalThis.broken')).toBe('undefined');
    expect(await page.locator('h1').innerText()).toBe(hostile);
    expect(await page.locator('img').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('runs no script but its own', async () => {
    const { page, problems } = await open(await passedMessage());
    await computed(
      page,
      `document.body.append(Object.assign(document.createElement('script'), { textContent: 'globalThis.broken = 1' }))`,
    );
    expect(await computed(page, 'typeof globalThis.broken')).toBe('undefined');
    expect(problems.join()).toMatch(/Content Security Policy/);
  });

  it('shows litmus tests with a run to each final state', async () => {
    const file = await reportOn('litmus', 'test/fixtures/litmus/sb.litmus', '--model', 'sc,tso');
    const { page, problems } = await open(file);
    // Store buffering: three outcomes under SC, and both reads of 0 under TSO alone.
    expect(await page.locator('.graph .node').count()).toBe(2 + 4);
    expect(await page.locator('.graph .edge').count()).toBe(3 + 4);
    expect(await page.locator('tr', { hasText: '0:EAX=0; 1:EAX=0;' }).innerText()).toMatch(
      /yes\s+forbidden\s+allowed/,
    );
    await page.locator('summary', { hasText: '0:EAX=0; 1:EAX=0;' }).click();
    await press(page, 'End');
    expect(await page.locator('.rv-thread .rv-now').allInnerTexts()).toEqual(['0', '0']);
    expect(await seriousFaults(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('shows a long run in less than a megabyte', async () => {
    const long = join(folder, 'long.fp');
    const program = `shared int x = 0, cells[40] = 0;
thread P { local int i = 0; while (i < 150) { cells[i % 40] = i; fence; i = i + 1; } x = 1; }
invariant never: x == 0;
`;
    writeFileSync(long, program);
    const file = await reportOn('verify', long, '--model', 'tso');
    const { page } = await open(file);
    expect(await page.getByRole('option').count()).toBeGreaterThan(300);
    expect(statSync(file).size).toBeLessThan(1_000_000);
    await press(page, 'End');
    expect(await words(page)).toContain('Violated: never');
  });
});
