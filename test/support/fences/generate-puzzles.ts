import { atLabel, binary, equal, int, not, shared as sharedExpr } from '../../../src/lang/expr/expr.js';
import { generatedBy } from '../../../src/diagnostics/span.js';
import type { Block, Program, Stmt } from '../../../src/lang/program/program.js';
import { mapBlocks, mapBodies } from '../../../src/lang/program/visit.js';
import { everyStatement } from '../../../src/lang/program/walk-statements.js';
import { parseFp } from '../parse-fp.js';
import type { Random } from '../random.js';

/**
 * Small programs that are mostly right under sequential consistency and wrong with store buffers: the known ways for
 * threads to agree, in many spellings, with a statement moved, left out, doubled or fenced here and there.
 */
export function generatePuzzle(random: Random): Program {
  const make = random.pick([
    flags,
    peterson,
    turns,
    casLock,
    publication,
    mailbox,
    joining,
    sequence,
    handOver,
  ]);
  const program = parseFp(make(random), 'puzzle');
  const changes = random.pick([0, 0, 1, 1, 2]);
  const puzzle = Array.from({ length: changes }).reduce<Program>(
    (before) => mutated(before, random),
    program,
  );
  return random.chance(0.3) ? withLabelNamed(puzzle, random) : puzzle;
}

/** Says what memory holds where a thread is at a label, if there is one: often one that jumps lead to. */
function withLabelNamed(program: Program, random: Random): Program {
  const labels = program.threads.flatMap(({ id, instances, body }) =>
    [...everyStatement(body)].flatMap((stmt) =>
      stmt.labels.map((label) => atLabel(id, instances.kind === 'one' ? null : int(0), label)),
    ),
  );
  if (labels.length === 0) return program;
  const { id, shape, type } = random.pick(program.shared);
  const cell = sharedExpr(id, shape.kind === 'array' ? int(random.below(shape.length)) : null);
  const truth = type.kind === 'bool' ? cell : equal(cell, int(random.between(0, 1)));
  const formula = binary('->', random.pick(labels), random.chance(0.5) ? truth : not(truth));
  return {
    ...program,
    properties: [...program.properties, { kind: 'invariant', name: 'there', formula, span }],
  };
}

/** How many instances the processes of a puzzle have; null: it has none. */
export const procsOf = ({ threads }: Program): number | null =>
  threads.some(({ instances }) => instances.kind === 'any') ? 2 : null;

type Lines = readonly string[];

const some = (random: Random, chance: number, text: string): string => (random.chance(chance) ? text : '');

/** Waits until a condition over shared variables with one load holds; `label` is free. */
function waitFor(random: Random, cond: string, notCond: string, label: string): string {
  const ways = [
    `assume(${cond});`,
    `while (${notCond}) { }`,
    `${label}: if (${notCond}) { goto ${label}; }`,
    `while (${notCond}) { skip; }`,
  ];
  return random.pick(ways);
}

/** What a thread does inside, how it is seen to be alone, and what is declared and claimed for that. */
interface Inside {
  readonly shared: string;
  readonly body: string;
  readonly claim: string;
}

function inside(kind: number, [one, two]: readonly [string, string], me: string): Inside {
  switch (kind) {
    case 0:
      return {
        shared: '',
        body: 'CS: skip;',
        claim: `invariant mutex: !(${one} at CS && ${two} at CS);`,
      };
    case 1:
      return {
        shared: 'shared int owner = 0;',
        body: `owner = ${me} + 1; assert alone: owner == ${me} + 1;`,
        claim: '',
      };
    case 2:
      return {
        shared: 'shared int count = 0;',
        body: 'count = count + 1; done = true;',
        claim: `final counted: count == int(${one}.done) + int(${two}.done);`,
      };
    default:
      return {
        shared: 'shared int data[2] = 0;',
        body: 'data[0] = data[0] + 1; data[1] = data[1] + 1; CS: r = data[0]; s = data[1]; assert equal: r == s;',
        claim: `invariant mutex: !(${one} at CS && ${two} at CS);`,
      };
  }
}

/** Two threads of a kind: as one with a range, as a process (of which two instances are meant), or written out twice. */
function pairOf(
  random: Random,
  claim: (names: readonly [string, string]) => string,
  body: (me: string, other: string) => string,
): string {
  const locals = 'local int r = 0, s = 0; local bool done = false, ok = false;';
  const head = random.pick(['thread P(me: 0..1)', 'process P(me)', null, null]);
  if (head !== null) return `${head} { ${locals} ${body('me', '(1 - me)')} }\n${claim(['P(0)', 'P(1)'])}`;
  return `thread P { ${locals} ${body('0', '1')} }\nthread Q { ${locals} ${body('1', '0')} }\n${claim(['P', 'Q'])}`;
}

/** A lock around a section, once or for ever. */
function locking(
  random: Random,
  shared: string,
  enter: (me: string, other: string) => string,
  leave: (me: string, other: string) => string,
): string {
  const kind = random.below(4);
  const within = (names: readonly [string, string], me: string): Inside => inside(kind, names, me);
  const ever = random.chance(0.3) && kind !== 2;
  const entering = [enter('me', '(1 - me)'), enter('0', '1'), enter('1', '0')];
  const leaving = [leave('me', '(1 - me)'), leave('0', '1'), leave('1', '0')];
  const which = (me: string): number => (me === 'me' ? 0 : me === '0' ? 1 : 2);
  const body = (me: string): string => {
    const all = `${entering[which(me)] ?? ''} ${within(['P', 'Q'], me).body} ${leaving[which(me)] ?? ''}`;
    return ever ? `while (true) { ${all} }` : `${all} Gone: skip;`;
  };
  const pair = pairOf(random, (names) => within(names, 'me').claim, body);
  return `${shared}\n${within(['P', 'Q'], 'me').shared}\n${pair}`;
}

function flags(random: Random): string {
  const gives = random.chance(0.6);
  const leaves = random.chance(0.7);
  const enter = (me: string, other: string): string =>
    gives
      ? `flag[${me}] = 1; r = flag[${other}]; if (r == 1) { ${some(random, 0.5, `flag[${me}] = 0;`)} goto Gone; }`
      : `flag[${me}] = 1; ${waitFor(random, `flag[${other}] == 0`, `flag[${other}] == 1`, 'Wait')}`;
  const text = locking(random, 'shared int flag[2] = 0;', enter, (me) => (leaves ? `flag[${me}] = 0;` : ''));
  return text.includes('Gone:') ? text : text.replaceAll('goto Gone;', '');
}

function peterson(random: Random): string {
  const split = random.chance(0.5);
  const enter = (me: string, other: string): string => {
    const loop = split
      ? `Wait: ok = flag[${other}]; if (ok) { s = turn; if (s == ${other}) { goto Wait; } }`
      : `while (flag[${other}] && turn == ${other}) { }`;
    return `flag[${me}] = true; turn = ${other}; ${loop}`;
  };
  return locking(
    random,
    'shared bool flag[2] = false; shared int turn = 0;',
    enter,
    (me) => `flag[${me}] = false;`,
  );
}

function turns(random: Random): string {
  const enter = (me: string, other: string): string => `flag[${me}] = true;
    Try: if (flag[${other}]) { if (turn == ${other}) { flag[${me}] = false; ${waitFor(random, `turn == ${me}`, `turn != ${me}`, 'Turn')} flag[${me}] = true; } goto Try; }`;
  return locking(
    random,
    'shared bool flag[2] = false; shared int turn = 0;',
    enter,
    (me, other) => `turn = ${other}; flag[${me}] = false;`,
  );
}

function casLock(random: Random): string {
  const enter = (): string =>
    random.pick([
      'Try: ok = cas(lock, 0, 1); if (!ok) { goto Try; }',
      's = 1; while (s != 0) { s = xchg(lock, 1); }',
      'ok = cas(lock, 0, 1); assume(ok);',
    ]);
  const text = locking(random, 'shared int lock = 0;', enter, () => 'lock = 0;');
  return text;
}

/** Words are published by a flag, or by another word; readers may be many. */
function publication(random: Random): string {
  const array = random.chance(0.5);
  const [x, y] = array ? ['d[0]', 'd[1]'] : ['x', 'y'];
  const shared = array ? 'shared int d[2] = 0, f = 0;' : 'shared int x = 0, y = 0, f = 0;';
  const writer: Lines = [
    random.chance(0.5) ? `${x} = 1;` : `if (f == 0) { ${x} = 1; } else { ${x} = 2; }`,
    some(random, 0.5, `${y} = 1;`),
    random.pick(['f = 1;', 'f = 1;', 'ok = cas(f, 0, 1);', `f = 1; ${x} = 2;`]),
  ];
  const checks = [`r = ${x}; assert(r != 0);`, `s = ${y}; r = ${x}; assert(r >= s);`];
  const reader: Lines = [waitFor(random, 'f == 1', 'f != 1', 'Wait'), random.pick(checks)];
  const range = random.chance(0.3) ? '(me: 0..1)' : '';
  return `${shared}
    thread P { local bool ok = false; ${writer.join(' ')} }
    thread Q${range} { local int r = 0, s = 0; ${reader.join(' ')} }`;
}

/** Messages go to and fro through one slot. */
function mailbox(random: Random): string {
  const rounds = random.between(1, 2);
  const send = (n: number): string => `v = ${n}; full = 1; ${n < rounds ? 'assume(full == 0);' : ''}`;
  const take = (n: number): string => `assume(full == 1); r = v; assert got: r == ${n}; full = 0;`;
  const all = (part: (n: number) => string): string =>
    Array.from({ length: rounds }, (_, i) => part(i + 1)).join(' ');
  return `shared int v = 0, full = 0;
    thread P { ${all(send)} ${some(random, 0.4, 'assume(full == 0); v = 7;')} }
    thread Q { local int r = 0; ${all(take)} ${some(random, 0.3, 'assert(v != 7);')} }`;
}

/** Stores and loads on both sides of a join. */
function joining(random: Random): string {
  const choice = random.pick(['havoc c;', 'ok = cas(c0, 0, 1); c = ok;', 'c = z == 0;']);
  const stores = random.pick([
    'if (c) { x = 1; } else { y = 1; }',
    'either { x = 1; } or { y = 1; }',
    'if (c) { x = 1; y = 1; } else { y = 1; x = 1; }',
  ]);
  const loads = random.pick([
    'if (c) { r = y; } else { r = x; }',
    'r = z;',
    'either { r = x; s = z; } or { r = z; }',
  ]);
  return `shared int x = 0, y = 0, z = 0, c0 = 0;
    thread P { local bool c = false, ok = false; local int r = 0, s = 0; ${choice} ${stores} ${random.pick(['', 'Between: skip;'])} ${loads} }
    thread Q { local int r = 0, s = 0; ${random.pick(['z = 1;', 'x = 1;', 'z = 1; x = 2;'])} r = x; ${some(random, 0.6, 's = y;')} }
    final seen: !(${random.pick(['P.r == 0 && Q.r == 0', 'P.r == 0 && Q.r + Q.s == 0', 'P.r == 0 && Q.r == 0 && z == 1'])});`;
}

/** A reader of two words tries again if the number changed. */
function sequence(random: Random): string {
  const jumps = random.chance(0.5);
  const reader = jumps
    ? 'Retry: r = n; if (r % 2 == 1) { goto Retry; } s = x; t = y; u = n; if (u != r) { goto Retry; } assert(s == t);'
    : 'r = n; s = x; t = y; u = n; if (r == u && r % 2 == 0) { assert(s == t); }';
  return `shared int n = 0, x = 0, y = 0;
    thread P { n = 1; x = 1; y = 1; n = 2; ${some(random, 0.2, 'x = 2;')} }
    thread Q { local int r = 0, s = 0, t = 0, u = 0; ${reader} }`;
}

/** Three threads pass something on. */
function handOver(random: Random): string {
  const last = random.pick([
    'assert(x == 1);',
    'r = x; assert(r == 1);',
    'r = x; s = y; assert(r + s == 2);',
  ]);
  return `shared int x = 0, y = 0, f = 0, g = 0;
    thread P { x = 1; f = 1; ${some(random, 0.3, 'f = 2;')} }
    thread Q { ${waitFor(random, 'f != 0', 'f == 0', 'Wait')} y = 1; g = 1; }
    thread R { local int r = 0, s = 0; ${waitFor(random, 'g == 1', 'g != 1', 'Wait')} ${last} }`;
}

const span = generatedBy('generate-puzzles', null);

/** With one statement changed; labels stay. */
function mutated(program: Program, random: Random): Program {
  const statements = program.threads.flatMap(({ body }) => [...everyStatement(body)]);
  const chosen = random.pick(statements);
  const change = random.weighted([
    ['swap', 3],
    ['drop', 2],
    ['fence', 2],
    ['fence-ww', 1],
    ['double', 1],
    ['locked', 0.7],
    ['atomic', 0.7],
  ] as const);
  const inBlock = (block: Block): Block => {
    const i = block.indexOf(chosen);
    if (i < 0) return block.map((stmt) => mapBlocks(stmt, inBlock));
    return changed(block, i, chosen, change);
  };
  return mapBodies(program, inBlock);
}

type Change = 'swap' | 'drop' | 'fence' | 'fence-ww' | 'double' | 'locked' | 'atomic';

function changed(block: Block, i: number, stmt: Stmt, change: Change): Block {
  const next = block[i + 1];
  const simple = stmt.kind === 'assign' || stmt.kind === 'rmw' || stmt.kind === 'havoc';
  switch (change) {
    case 'swap':
      return next === undefined ||
        !simple ||
        next.kind === 'goto' ||
        stmt.labels.length + next.labels.length > 0
        ? block
        : block.toSpliced(i, 2, next, stmt);
    case 'drop':
      return stmt.labels.length === 0 && simple ? block.toSpliced(i, 1) : block;
    case 'fence':
      return block.toSpliced(i, 0, { kind: 'fence', fence: 'full', labels: [], span });
    case 'fence-ww':
      return block.toSpliced(i, 0, { kind: 'fence', fence: 'ww', labels: [], span });
    case 'double':
      return simple ? block.toSpliced(i, 0, { ...stmt, labels: [] }) : block;
    case 'locked':
      return simple
        ? block.with(i, { kind: 'locked', body: [{ ...stmt, labels: [] }], labels: stmt.labels, span })
        : block;
    case 'atomic':
      return next === undefined || !simple || next.kind !== 'assign' || next.labels.length > 0
        ? block
        : block.toSpliced(i, 2, {
            kind: 'atomic',
            body: [{ ...stmt, labels: [] }, next],
            labels: stmt.labels,
            span,
          });
  }
}
