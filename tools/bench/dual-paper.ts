/**
 * Abdulla, Atig, Bouajjani, Ngo: The Benefits of Duality in Verifying Concurrent Programs under TSO (CONCUR 2016), tables 1
 * and 2: an Intel Core2 at 2.4 GHz, 600 seconds at most. The programs are not printed there: ours are of the same names and
 * numbers of processes.
 */
export interface DualPaperRow {
  readonly program: string;
  /** Null: any number. */
  readonly processes: number | null;
  /** In samples/dual. */
  readonly sample: string;
  readonly seconds: number;
  readonly generated: number;
  /** What Memorax took there; null: no answer, or not asked. */
  readonly memorax: { readonly seconds: number; readonly generated: number } | null;
}

type DualPaperLine = readonly [
  program: string,
  processes: number | null,
  sample: string,
  seconds: number,
  generated: number,
  memorax: readonly [seconds: number, generated: number] | null,
];

const fixed: readonly DualPaperLine[] = [
  ['SB', 5, 'sb-5', 0.3, 10641, [559.7, 10515914]],
  ['LB', 3, 'lb-3', 0, 2048, [71.4, 1499475]],
  ['WRC', 4, 'wrc-4', 0, 1507, [63.3, 1398393]],
  ['ISA2', 3, 'isa2-3', 0, 509, [21.1, 226519]],
  ['RWC', 5, 'rwc-5', 0.1, 4277, [61.5, 1196988]],
  ['W+RWC', 4, 'w-rwc-4', 0, 1713, [83.6, 1389009]],
  ['IRIW', 4, 'iriw-4', 0, 520, [34.4, 358057]],
  ['Nbw_w_wr', 2, 'nbw-w-wr', 0, 222, [10.7, 200844]],
  ['Sense_rev_bar', 2, 'sense-rev-bar', 0.1, 1704, [0.8, 20577]],
  ['Dekker', 2, 'dekker', 0.1, 5053, [1.1, 19788]],
  ['Dekker_simple', 2, 'dekker-simple', 0, 98, [0, 595]],
  ['Peterson', 2, 'peterson', 0.1, 5442, [5.2, 90301]],
  ['Peterson_loop', 2, 'peterson-loop', 0.2, 7632, [5.6, 100082]],
  ['Szymanski', 2, 'szymanski', 0.6, 29018, [1, 26003]],
  ['MP', 4, 'mp-4', 0, 883, null],
  ['Ticket_spin_lock', 3, 'ticket-spin-lock', 0.9, 18963, null],
  ['Bakery', 2, 'bakery', 2.6, 82050, null],
  ['Dijkstra', 2, 'dijkstra', 0.2, 8324, null],
  ['Lamport_fast', 3, 'lamport-fast', 17.7, 292543, null],
  ['Burns', 4, 'burns', 124.3, 2762578, null],
];

const parameterised: readonly DualPaperLine[] = [
  ['SB', null, 'sb-any', 0, 147, null],
  ['LB', null, 'lb-any', 0.6, 1028, null],
  ['MP', null, 'mp-any', 0, 149, null],
  ['WRC', null, 'wrc-any', 0.8, 618, null],
  ['ISA2', null, 'isa2-any', 4.3, 1539, null],
  ['RWC', null, 'rwc-any', 0.2, 293, null],
  ['W+RWC', null, 'w-rwc-any', 1.5, 828, null],
  ['IRIW', null, 'iriw-any', 4.6, 648, null],
];

const rowOf = ([program, processes, sample, seconds, generated, memorax]: DualPaperLine): DualPaperRow => ({
  ...{ program, processes, sample, seconds, generated },
  memorax: memorax === null ? null : { seconds: memorax[0], generated: memorax[1] },
});

export const table1: readonly DualPaperRow[] = fixed.map(rowOf);
export const table2: readonly DualPaperRow[] = parameterised.map(rowOf);
