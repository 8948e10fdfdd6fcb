import { list } from './generated-code.js';
import { chunkBits } from './state-store.js';

/**
 * The source of functions over a StateStore called `name` in their scope, specialised to its number of words:
 *
 *   name_add(parent, a0, a1, ...)   the id of the state, put in if it is new; then also calls `onNew(id, a0, a1, ...)`
 *   name_sync()                     writes the count back to the store
 *   name_clear()
 */
export function storeCode(name: string, words: number, onNew: string | null): string {
  const params = list(words, (i) => `a${i}`).join(', ');
  const same = list(words, (i) => `c[o + ${i}] === a${i}`).join(' && ');
  const write = list(words, (i) => `c[o + ${i}] = a${i};`).join(' ');
  const call = onNew === null ? '' : `${onNew}(id, ${params});`;
  return `
let ${name}_chunks = ${name}.chunks, ${name}_parents = ${name}.parents;
let ${name}_table = ${name}.table, ${name}_mask = ${name}_table.length - 1;
let ${name}_count = ${name}.count, ${name}_limit = ${name}.limit;
function ${name}_refresh() {
  ${name}_table = ${name}.table; ${name}_mask = ${name}_table.length - 1;
  ${name}_count = ${name}.count; ${name}_limit = ${name}.limit;
}
function ${name}_sync() { ${name}.count = ${name}_count; }
function ${name}_clear() { ${name}.clear(); ${name}_refresh(); }
function ${name}_room() { ${name}_sync(); ${name}.makeRoom(); ${name}_refresh(); }
function ${name}_add(parent, ${params}) {
  if (${name}_count === ${name}_limit) ${name}_room();
  ${hashCode(words)}
  const table = ${name}_table, mask = ${name}_mask;
  let i = h & mask;
  for (let e = table[i]; e !== 0; e = table[i]) {
    if (((e ^ h) & ~mask) === 0) {
      const id = (e & mask) - 1, c = ${name}_chunks[id >>> ${chunkBits}], o = (id & ${2 ** chunkBits - 1}) * ${words};
      if (${same}) return id;
    }
    i = (i + 1) & mask;
  }
  const id = ${name}_count, c = ${name}_chunks[id >>> ${chunkBits}], o = (id & ${2 ** chunkBits - 1}) * ${words};
  ${write}
  ${name}_parents[id >>> ${chunkBits}][id & ${2 ** chunkBits - 1}] = parent;
  table[i] = (h & ~mask) | (id + 1);
  ${name}_count = id + 1;
  ${call}
  return id;
}`;
}

/** Statements that read the words of state `id` of a store into variables. */
export function loadCode(
  name: string,
  words: number,
  id: string,
  variable: (word: number) => string,
): string {
  const reads = list(words, (i) => `${variable(i)} = c[o + ${i}];`).join(' ');
  return `{ const c = ${name}_chunks[${id} >>> ${chunkBits}], o = (${id} & ${2 ** chunkBits - 1}) * ${words}; ${reads} }`;
}

/** Statements that make `h` of a0, a1, ...; the same function as `hashOf` of state-store.ts. */
export function hashCode(words: number): string {
  const steps = list(
    words,
    (i) => `h = Math.imul(${i === 0 ? 'a0' : `h ^ a${i}`}, 0x9e3779b1); h ^= h >>> 15;`,
  );
  return `let h = 0; ${steps.join(' ')} h = Math.imul(h, 0x85ebca6b); h ^= h >>> 13;`;
}
