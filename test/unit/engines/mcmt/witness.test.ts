import { describe, expect, test } from '@jest/globals';
import { noLimits } from '../../../../src/arrays/array-limits.js';
import { ArrayMachine } from '../../../../src/arrays/array-machine.js';
import { explore } from '../../../../src/arrays/explore-arrays.js';
import { witnessesFor } from '../../../../src/engines/mcmt/guesses/witness.js';
import { withWitness } from '../../../../src/lang/arrays/with-witness.js';
import type { ArraySystem } from '../../../../src/lang/arrays/array-system.js';
import { sc } from '../../../../src/memory/sc.js';
import { cubSystem } from '../../../support/arrays/read-cub.js';
import { backward, verdicts } from '../../../support/mcmt/ask-backward.js';
import { Random } from '../../../support/random.js';

/** What is stale belongs to a holder, and `peek` asks that there is none: no cube says so but of a holder with a name. */
const holders = (back: string): string => `
  var Stale : bool
  var Bad : bool
  array Holds[proc] : bool
  init (p) { Holds[p] = False && Stale = False && Bad = False }
  unsafe () { Bad = True }
  transition grant (p) requires { Holds[p] = False && forall_other q. Holds[q] = False } { Holds[p] := True }
  transition spoil (p) requires { Holds[p] = True } { Stale := True }
  transition back (p) requires { Holds[p] = True } { Holds[p] := False; ${back} }
  transition peek (p) requires { Stale = True && Holds[p] = False && forall_other q. Holds[q] = False } { Bad := True }`;

/** A buffer of one cell for each process, and the same again for each of them. */
const slots = (peek: string): string => `
  type place = Rest | Sent
  array At[proc] : place
  array Full[proc,proc] : bool
  array Bad[proc] : bool
  init (p q) { At[p] = Rest && Full[p,q] = False && Bad[p] = False }
  unsafe (p) { Bad[p] = True }
  transition send (p i) requires { At[p] = Rest } { At[p] := Sent; Full[p,i] := True }
  transition drain (p i) requires { At[p] = Sent && Full[p,i] = True } { At[p] := Rest; Full[p,i] := False }
  transition peek (p) requires { At[p] = Sent ${peek} && forall_other i. Full[p,i] = False } { Bad[p] := True }`;

describe('what is remembered', () => {
  test('shows what no cube can say of processes without names', async () => {
    expect(await verdicts(holders('Stale := False'), sc, { brab: null })).toEqual(['spurious']);
    expect(await verdicts(holders('Stale := False'), sc, { brab: 'auto' })).toEqual(['safe']);
    expect(await verdicts(slots('&& Full[p,p] = False'), sc, { brab: null })).toEqual(['spurious']);
    expect(await verdicts(slots('&& Full[p,p] = False'), sc, { brab: 'auto' })).toEqual(['safe']);
  });

  test('hides nothing', async () => {
    const { verdicts: found } = await backward(holders('Bad := False'), sc, { brab: 'auto' });
    expect(found.map(({ kind }) => kind)).toEqual(['unsafe']);
  });

  test('of whom a guard speaks by name it is asked there, too', () => {
    const system = cubSystem(holders('Stale := False'));
    const [first] = witnessesFor(system);
    if (first === undefined) throw new Error('nothing is worth to be remembered');
    expect(first).toEqual({ transition: 'grant', of: 'all' });
    const { transitions } = withWitness(system, first);
    expect(transitions.map(({ name, params }) => `${name} ${params.join(' ')}`)).toEqual([
      ...['grant p', 'grant p witness', 'spoil p', 'back p', 'peek p', 'peek p witness'],
    ]);
  });
});

const names = ['A', 'B'];

/** Small systems with guards about all others, whose updates have bound variables. */
function randomText(random: Random): string {
  const flag = (): string => random.pick(names);
  const truth = (): string => random.pick(['True', 'False']);
  const about = (process: string): string => `${flag()}[${process}] = ${truth()}`;
  const update = (params: readonly string[]): string =>
    random.chance(0.5)
      ? `${flag()}[${random.pick(params)}] := ${truth()}`
      : `${flag()}[j] := case | j = ${random.pick(params)} : ${truth()} | ${about('j')} : ${flag()}[${random.pick(params)}] | _ : ${truth()}`;
  const transition = (n: number): string => {
    const params = random.chance(0.4) ? ['p', 'q'] : ['p'];
    const universal = random.chance(0.6)
      ? ` && forall_other k. (${about('k')} || ${about(random.pick(params))})`
      : '';
    return `transition t${n} (${params.join(' ')}) requires { X = ${truth()} && ${about(random.pick(params))}${universal} } { X := ${truth()}; ${update(params)} }`;
  };
  return [
    'var X : bool',
    ...names.map((name) => `array ${name}[proc] : bool`),
    'init (p) { X = False && A[p] = False && B[p] = False }',
    `unsafe (p) { ${about('p')} && X = True && ${about('p')} }`,
    'unsafe (p q) { A[p] = True && A[q] = True && B[p] = True }',
    'unsafe (p q) { A[p] = True && A[q] = False && B[q] = True && X = False }',
    ...Array.from({ length: random.between(2, 4) }, (_, n) => transition(n)),
  ].join('\n');
}

/** The clauses that so many processes violate. */
async function violated(system: ArraySystem, procs: number): Promise<readonly number[]> {
  const machine = new ArrayMachine(system, sc, procs, true);
  const { reached, missing } = await explore(machine, { limits: noLimits, stopAt: 'never' });
  expect([...missing]).toEqual([]);
  return reached.map(({ target }) => target.index).sort((a, b) => a - b);
}

/** A fault: it is left out that the witness may be somebody else. */
const withoutOthers = (system: ArraySystem): ArraySystem => ({
  ...system,
  transitions: system.transitions.filter(({ params }) => !params.includes('witness')),
});

describe('random systems with a witness', () => {
  test('come to the same clauses as without, and it is noticed where the witness may not be another process', async () => {
    const random = new Random(11);
    let [compared, lost] = [0, 0];
    for (let n = 0; n < 40; n++) {
      const system = cubSystem(randomText(random));
      for (const witness of witnessesFor(system)) {
        const more = withWitness(system, witness);
        for (const procs of [1, 2, 3]) {
          const plainly = await violated(system, procs);
          expect(await violated(more, procs)).toEqual(plainly);
          compared++;
          if ((await violated(withoutOthers(more), procs)).length < plainly.length) lost++;
        }
      }
    }
    expect(compared).toBeGreaterThan(60);
    expect(lost).toBeGreaterThan(0);
  });
});
