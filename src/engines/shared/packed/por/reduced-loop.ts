import { at } from '../../../../support/invariant.js';
import { numbersBelow } from '../../../../support/lists.js';
import { firstCode } from '../buffering.js';
import { rawOf } from '../code/fields.js';
import type { WordNaming } from '../code/fields.js';
import type { LoopTable } from '../code/run-loop.js';
import type { SizedPlan } from '../plan.js';
import { loadCode } from '../../store-code.js';
import type { PartialOrders } from './partial-orders.js';
import { byBuffering } from '../../../../memory/model-questions.js';

/** Where values grow and grow, all steps are taken in one of so many depths: else a thread could go on alone for ever. */
const depthsBetween = 256;
/** Where little was left out in so many states, only some of the next are tried. */
const trials = 2048;
const leastShare = 1 / 16;
const triedThen = 16;

const current: WordNaming = (word) => `w${word}`;

/**
 * The loop over states where partial orders are reduced. As `runCode` it can stop anywhere and go on: `todo` has the components
 * that are still to step from the state `next`, `done` those that have. `fresh` says that a step led to a state with a larger
 * number than this one: without any, all other components step, too.
 *
 * `choose` is a StepChooser, `orders` what it was made from.
 */
export function reducedRunCode(plan: SizedPlan, orders: PartialOrders, table: LoopTable): string {
  const { words } = plan.layout;
  const { threads } = plan.variables.system;
  const hasSections = threads.some((t) => t.locations.some((l) => l.atomic));
  const load = table.load(words, (i) => `w${i}`);
  const everything = allComponents(orders);
  const allSteps = threads.map(({ id }) => `step${id}(); ${flushOf(plan, id)}`).join(' ');
  return `
let todo = 0, done = 0, opened = false, fresh = false, filled = false, tries = 0;
let tried = 0, won = 0, isVain = false, levelEnd = next, depth = 0;
${hasSections ? exploreCode(plan) : ''}
${componentCode(plan, orders, load, hasSections)}
${fillCode(plan, orders)}
${chooseCode(plan, orders)}
function add(words) { S_add(-1, ...words); S_sync(); }
function stop() { S_sync(); return false; }
function restart() {
  if (halted || opened || slice !== 0) moves = before;
  opened = false; slice = 0; more = false; halted = false; todo = 0;
  M_clear(); ${hasSections ? 'visited = 0; insideSlice = 0;' : ''}
}
function run(steps, most) {
  budget = steps;
  while (next < ${table.end} && budget > 0) {
    cur = next;
    ${load}
    if (!opened) {
      if (slice === 0) {
        if (${table.isFull}) { S_sync(); return true; }
        before = moves; ${table.depth}
      }
      opened = true; fresh = false; filled = false; done = 0; tries = 0;
      todo = first();
    }
    const seen = moves;
    ${hasSections ? '' : `if (todo === ${everything}) { ${allSteps} todo = 0; done = ${everything}; }`}
    for (;;) {
      while (todo !== 0) {
        const bit = todo & -todo;
        if (!component(31 - Math.clz32(bit))) return stop();
        todo ^= bit; done |= bit;
      }
      if (${orders.rules.proviso ? 'fresh' : 'moves !== before'}) break;
      if (done === ${everything} || (todo = others()) === 0) break;
    }
    opened = false;
    budget -= moves - seen + 1;
    if (halted) return stop();
    if (more) { more = false; slice++; continue; }
    slice = 0;
    if (moves === before) env.stuck(next);
    next++;
  }
  return stop();
}`;
}

/** The states inside an atomic section, until all ways out of it are known; false: later. */
function exploreCode({ layout, variables }: SizedPlan): string {
  const cases = variables.system.threads.map(({ id }) => `case ${id}: step${id}(); break;`).join(' ');
  return `
let visited = 0, insideSlice = 0;
function explore(thread) {
  const outer = slice, outerMore = more;
  slice = insideSlice; more = false;
  while (visited < M_count && !halted && budget > 0) {
    const seen = moves;
    ${loadCode('M', layout.words, 'visited', current)}
    switch (thread) { ${cases} }
    budget -= moves - seen + 1;
    if (more) { slice++; more = false; } else { visited++; slice = 0; }
  }
  insideSlice = slice; slice = outer; more = outerMore;
  return visited === M_count && !halted;
}`;
}

const flushOf = ({ layout }: SizedPlan, thread: number): string =>
  at(layout.buffers, thread).length > 0 ? `flush${thread}();` : '';

const allComponents = ({ threads, buffersApart }: PartialOrders): number =>
  numbersBelow(threads).reduce((all, t) => all | (1 << t) | (buffersApart ? 1 << (t + threads) : 0), 0);

/** All steps of a component, by its number; false if some are left. */
function componentCode(plan: SizedPlan, orders: PartialOrders, load: string, hasSections: boolean): string {
  const { threads } = plan.variables.system;
  const flush = (t: number): string => flushOf(plan, t);
  const cases = threads.map(({ id, locations }) => {
    const steps = `step${id}(); ${orders.buffersApart ? '' : flush(id)}`;
    if (!hasSections || !locations.some((l) => l.atomic)) return `case ${id}: ${steps} break;`;
    return `case ${id}:
if (M_count === 0) { ${steps} }
if (M_count !== 0) { if (!explore(${id})) return false; M_clear(); visited = 0; ${load} }
break;`;
  });
  const flushes = orders.buffersApart
    ? threads.map(({ id }) => `case ${id + threads.length}: ${flush(id)} break;`)
    : [];
  return `function component(c) { switch (c) {\n${[...cases, ...flushes].join('\n')}\n} return true; }`;
}

/** Tells the chooser what is in the buffers. */
function fillCode(plan: SizedPlan, orders: PartialOrders): string {
  const { words } = orders;
  const anywhere = byBuffering(plan.model, { none: false, fifo: false, 'fifo-per-location': true });
  const list = (f: (w: number) => string): string => numbersBelow(words).map(f).join(' ');
  const lines = plan.layout.buffers.map((slots, t) => {
    if (slots.length === 0) return '';
    const entries = slots.map((slot, i) => {
      const oldest = list((w) => `o${w} |= entries${t}[c * ${words} + ${w}];`);
      const mayLeave = anywhere
        ? `if (c < ${firstCode}) isOldest = false; if (isOldest) { ${oldest} }`
        : i === 0
          ? oldest
          : '';
      return `c = ${rawOf(slot.code, current)}; if (c === 0) break b${t}; n = ${i + 1};
${list((w) => `m${w} |= entries${t}[c * ${words} + ${w}];`)}
${mayLeave}`;
    });
    return `{ let c = 0, n = 0, isOldest = true; ${list((w) => `let m${w} = 0, o${w} = 0;`)}
b${t}: { ${entries.join('\n')} }
lengths[${t}] = n; ${list((w) => `contents[${t * words + w}] = m${w}; oldest[${t * words + w}] = o${w};`)} }`;
  });
  const names = plan.layout.buffers.map((_, t) => `const entries${t} = orders.entries[${t}];`);
  return `const lengths = choose.lengths, contents = choose.contents, oldest = choose.oldest;
${names.join('\n')}
function fill() { filled = true; setPlaces(); ${lines.join('\n')} choose.begin(); }`;
}

function chooseCode(plan: SizedPlan, orders: PartialOrders): string {
  const { threads } = plan.variables.system;
  const everything = allComponents(orders);
  const mayBeAlone = orders.alone.some((places) => places.includes(1));
  const placeOf = (thread: number): string => rawOf(at(plan.layout.locations, thread), current);
  const asks = threads.map(({ id }) => `if (alone${id}[${placeOf(id)}] !== 0) return ${1 << id};`);
  const places = threads.map(({ id }) => `places[${id}] = ${placeOf(id)} * ${orders.rowLength};`);
  return `const places = choose.places;
${threads.map(({ id }) => `const alone${id} = orders.alone[${id}];`).join('\n')}
function first() {
  ${orders.isDeep ? `if (depth % ${depthsBetween} === 0) return all();` : ''}
  ${mayBeAlone ? asks.join('\n') : ''}
  if (isVain && next % ${triedThen} !== 0) return all();
  fill();
  const set = choose.choose(0);
  if (set !== choose.active) won++;
  if (++tried === ${trials}) { isVain = won < ${trials * leastShare}; tried = won = 0; }
  return set;
}
function setPlaces() { ${places.join(' ')} }
function all() { filled = true; choose.active = ${everything}; tries = 2; return ${everything}; }
function others() {
  if (isVain) return ${everything} & ~done;
  if (!filled) fill();
  const rest = choose.active & ~done;
  return rest === 0 || ++tries > 2 ? rest : choose.choose(done) & ~done;
}`;
}
