import type { Random } from '../random.js';

/**
 * The text of a small program whose atomic and locked blocks compute the cells that they access: from what the block itself
 * has read, from an index that changes between two accesses, or from operands that may not be evaluated. Some end with a fence.
 */
export function generateCellBlocks(random: Random): string {
  const kind = random.chance(0.5) ? 'atomic' : 'locked';
  const threads = Array.from({ length: random.chance(0.8) ? 2 : 3 }, (_, i) => thread(random, `T${i}`, kind));
  return ['shared int x = 0, y = 0;', 'shared int a[2] = 0;', ...threads, ''].join('\n');
}

type BlockKind = 'atomic' | 'locked';

/** `i` is an index for certain, `r` is not. */
const cells = ['x', 'y', 'a[0]', 'a[1]', 'a[i]'];
const computed = ['a[x % 2]', 'a[y % 2]', 'a[a[0] % 2]', 'a[r % 2]'];
const places = [...cells, ...computed];

function thread(random: Random, name: string, kind: BlockKind): string {
  const first = random.chance(0.5) ? [`x = ${random.between(1, 2)};`] : [];
  const more = Array.from({ length: random.between(2, 3) }, () => statement(random, kind));
  const locals = ['local int r = 0, s = 0;', 'local int[0..1] i = 0;'];
  return [`thread ${name} {`, ...[...locals, ...first, ...more].map((line) => `  ${line}`), '}'].join('\n');
}

function statement(random: Random, kind: BlockKind): string {
  switch (
    random.weighted([
      ['store', 3.5],
      ['reads', kind === 'atomic' ? 4 : 2],
      ['locked', kind === 'locked' ? 4 : 0],
      ['fence', kind === 'atomic' ? 1 : 0],
      ['fenced', kind === 'atomic' ? 2 : 0],
      ['load', 1],
    ] as const)
  ) {
    case 'store':
      return `${random.pick(cells)} = ${random.below(3)};`;
    case 'reads':
      return `atomic { ${reads(random)} }`;
    case 'locked':
      return `locked { ${locked(random)} }`;
    case 'fence':
      return 'fence;';
    case 'fenced':
      return `atomic { ${fenced(random)} }`;
    case 'load':
      return `r = ${random.pick(cells)};`;
  }
}

/** A store that is in memory at the end of its block. */
function fenced(random: Random): string {
  const store = `${random.pick(cells)} = ${random.below(3)};`;
  const first = random.chance(0.3) ? `if (s == ${random.below(2)}) { ${store} }` : store;
  return `${first} ${random.chance(0.3) ? 's = 1;' : ''} fence;`;
}

const reads = (random: Random): string =>
  Array.from({ length: random.between(1, 3) }, () => read(random)).join(' ');

function read(random: Random): string {
  const place = (): string => random.pick(places);
  switch (
    random.weighted([
      ['index', 5],
      ['branch', 3],
      ['operands', 2],
      ['load', 10],
    ] as const)
  ) {
    case 'index':
      return `i = ${random.below(2)};`;
    case 'branch':
      return `if (${place()} == ${random.below(3)}) { s = ${place()}; }`;
    case 'operands':
      return `r = 0; if (i < 1 && ${place()} == 1 || ${place()} == 0) { r = 1; }`;
    case 'load':
      return `${random.pick(['r', 's'])} = ${place()};`;
  }
}

/** Reads, a store, and perhaps more of both. */
function locked(random: Random): string {
  const store = (value: string): string => `${random.pick(cells)} = ${value};`;
  return [
    reads(random),
    store(`${random.below(3)}`),
    ...(random.chance(0.4) ? [reads(random)] : []),
    ...(random.chance(0.3) ? [`while (s < 2) { s = s + 1; ${store('s')} }`] : []),
  ].join(' ');
}
