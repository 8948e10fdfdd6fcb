import { describe, expect, it } from '@jest/globals';
import type { BufferPart, BufferedPlace } from '../../../src/lang/program/program.js';
import type { System } from '../../../src/lang/program/system.js';
import { pso } from '../../../src/memory/pso.js';
import { tso } from '../../../src/memory/tso.js';
import { at } from '../../../src/support/invariant.js';
import { encoded } from '../../support/plain/encoded.js';
import { parseFp } from '../../support/parse-fp.js';

const program = parseFp(`
  shared int x = 0; shared int[0..3] a[2] = 0, b[3] = 0;
  thread P { x = 1; a[1] = 2; }
  thread Q { local int[0..2] i = 1; b[i] = x; }`);

const placeText = ({ shared }: System, { shared: id, element }: BufferedPlace): string =>
  `${at(shared, id).name}${element === null ? '' : `[${element}]`}`;

function roleText(system: System, part: BufferPart): string {
  const thread = at(system.threads, part.thread).name;
  switch (part.kind) {
    case 'count':
    case 'entry': {
      const number = part.kind === 'count' ? `up to ${part.bound}` : part.position;
      return `${thread} ${part.kind} ${part.of === null ? 'all' : placeText(system, part.of)} ${number}`;
    }
    case 'target':
      return `${thread} target ${part.position} ${part.places.map((p) => placeText(system, p)).join(' ')}`;
  }
}

const roles = (system: System): readonly string[] =>
  system.shared.flatMap((v) => (v.buffer === undefined ? [] : [`${v.name}: ${roleText(system, v.buffer)}`]));

describe('variables of store buffers say what they are', () => {
  it('as shapes have them', () => {
    const { system } = encoded(program, { model: pso, bound: { all: 1 } }, 'shapes');
    expect(roles(system)).toEqual([
      'P_x_1: P entry x 1',
      'P_a_1_1: P entry a[1] 1',
      'Q_b_0_1: Q entry b[0] 1',
      'Q_b_1_1: Q entry b[1] 1',
      'Q_b_2_1: Q entry b[2] 1',
    ]);
  });

  it('as counters have them for each location: an array whole where the index is computed', () => {
    const { system } = encoded(program, { model: pso, bound: { all: 2 } }, 'counters');
    expect(roles(system)).toEqual([
      'P_x_cnt: P count x up to 2',
      'P_x_1: P entry x 1',
      'P_x_2: P entry x 2',
      'P_a_1_cnt: P count a[1] up to 2',
      'P_a_1_1: P entry a[1] 1',
      'P_a_1_2: P entry a[1] 2',
      'Q_b_cnt: Q count b up to 2',
      'Q_b_1: Q entry b 1',
      'Q_b_2: Q entry b 2',
    ]);
  });

  it('as counters have them for one queue: places in the order of their codes', () => {
    const { system } = encoded(program, { model: tso, bound: { all: 2 } }, 'counters');
    expect(roles(system)).toEqual([
      'P_cnt: P count all up to 2',
      'P_lhs_1: P target 1 x a[1]',
      'P_rhs_1: P entry all 1',
      'P_lhs_2: P target 2 x a[1]',
      'P_rhs_2: P entry all 2',
      'Q_cnt: Q count all up to 2',
      'Q_lhs_1: Q target 1 b[0] b[1] b[2]',
      'Q_rhs_1: Q entry all 1',
      'Q_lhs_2: Q target 2 b[0] b[1] b[2]',
      'Q_rhs_2: Q entry all 2',
    ]);
  });

  it('and no other variable does', () => {
    const { system } = encoded(program, { model: tso, bound: { all: 1 } }, 'counters');
    const named = system.shared.filter((v) => v.buffer === undefined).map((v) => v.name);
    expect(named).toEqual(['x', 'a', 'b', 'P_done', 'Q_done']);
  });
});
