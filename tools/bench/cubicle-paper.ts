/**
 * Conchon, Declerck, Zaidi: Cubicle-W (IJCAR 2018), the table of section 4, which paper 000 prints too: an Intel Core i7 at
 * 2.9 GHz, 15 minutes at most. Of the tools for a fixed number of processes it names the most that each managed.
 */
export interface CubiclePaperRow {
  readonly program: string;
  /** As the corpus names the file, without the folder it comes from. */
  readonly system: string;
  readonly verdict: 'safe' | 'unsafe';
  /** Of Cubicle-W, for any number of processes. */
  readonly seconds: number;
  readonly others: readonly (string | null)[];
}

export const otherTools = [
  'Memorax SB',
  'Memorax PB',
  'Trencher',
  'CBMC, unwind 2',
  'CBMC, unwind 3',
  'Dual-TSO',
] as const;

type CubicleLine = readonly [
  program: string,
  system: string,
  verdict: CubiclePaperRow['verdict'],
  seconds: number,
  /** One for each of the other tools; `-`: it managed none. */
  others: string,
];

const lines: readonly CubicleLine[] = [
  [
    'naive mutex',
    'mutex_N_us',
    'unsafe',
    0.04,
    '7m54s [5]|12m02s [9]|10.1s [4]|14.7s [10]|3m39s [10]|1m12s [5]',
  ],
  ['naive mutex', 'mutex_N', 'safe', 0.3, '23.3s [4]|2m28s [10]|54.8s [5]|2m24s [4]|19.4s [2]|35.7s [4]'],
  ['lamport', 'lamport_N_us', 'unsafe', 0.1, '17.4s [3]|25.4s [3]|1.73s [3]|4m29s [10]|5m12s [6]|13m12s [5]'],
  ['lamport', 'lamport_N', 'safe', 0.6, '0.14s [2]|3m02s [3]|3.37s [4]|8m39s [3]|1m55s [2]|9.42s [3]'],
  ['spinlock', 'spinlock_N', 'safe', 0.07, '8m51s [4]|9m52s [6]|21.45s [6]|19.58s [2]|5m08s [2]|1m16s [5]'],
  [
    'sense-reversing barrier',
    'sense_rev_N',
    'safe',
    0.06,
    '0.34s [2]|0.09s [2]|1m58s, wrong [4]|12m25s [8]|1m43s [3]|0.09s [2]',
  ],
  ['arbiter v1', 'arbiter_v1_N', 'safe', 0.18, '-|-|4.57s [1+4]|12m02s [1+5]|44.3s [1+2]|2m45s, wrong [1+5]'],
  ['arbiter v2', 'arbiter_v2_N', 'safe', 13.5, '-|-|1.62s [1+3]|2m56s [1+3]|-|24.2s [1+2]'],
  [
    'two-phase commit',
    'two_phase_N',
    'safe',
    54.1,
    '-|39.7s [3]|7.08s, wrong [3]|12m39s [10]|13m41s [10]|12.3s [2]',
  ],
];

export const cubicleTable: readonly CubiclePaperRow[] = lines.map(
  ([program, system, verdict, seconds, others]) => ({
    ...{ program, system, verdict, seconds },
    others: others.split('|').map((other) => (other === '-' ? null : other)),
  }),
);
