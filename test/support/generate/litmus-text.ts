import type { Random } from '../random.js';

const cells = ['x', 'y', 'z'] as const;
const registers = ['EAX', 'EBX'] as const;

/** The text of a litmus test of two to four processors; asked for are some of the registers and of memory. */
export function litmusText(random: Random): string {
  const processors = random.between(2, 4);
  const most = processors === 2 ? 5 : processors === 3 ? 4 : 3;
  const columns = Array.from({ length: processors }, () =>
    random.chance(0.5)
      ? aroundOne(random)
      : Array.from({ length: random.between(1, most) }, () => instruction(random)),
  );
  const rows = Array.from({ length: most }, (_, i) => columns.map((column) => column[i] ?? ''));
  const places = [...cells, ...columns.flatMap((_, p) => registers.map((register) => `${p}:${register}`))];
  const asked = places.filter(() => random.chance(0.9));
  return [
    'X86 generated',
    `{ x=${random.below(3)}; 0:EAX=${random.below(3)}; 1:EBX=5; }`,
    ...[columns.map((_, p) => `P${p}`), ...rows].map((row) => ` ${row.join(' | ')} ;`),
    `locations [${asked.length === 0 ? 'x' : asked.join('; ')}]`,
    '',
  ].join('\n');
}

/** Two accesses of the two cells that matter most, with something between them: what weak models are about. */
function aroundOne(random: Random): readonly string[] {
  const [first, second] = random.chance(0.5) ? ['x', 'y'] : ['y', 'x'];
  const access = (cell: string, register: string): string =>
    random.chance(0.5) ? `MOV [${cell}],$${random.between(1, 2)}` : `MOV ${register},[${cell}]`;
  const between = random.chance(0.4) ? random.pick(['SFENCE', 'MFENCE']) : instruction(random);
  return [access(first, 'EAX'), between, access(second, 'EBX')];
}

function instruction(random: Random): string {
  const cell = random.weighted([
    ['x', 4],
    ['y', 4],
    ['z', 1],
  ]);
  const [register, other] = [random.pick(registers), random.pick(registers)];
  return random.weighted<string>([
    [`MOV [${cell}],$${random.between(1, 4)}`, 20],
    [`MOV ${register},[${cell}]`, 20],
    [`MOV [${cell}],${register}`, 3],
    [`MOV ${register},${other}`, 1],
    ['MFENCE', 2],
    ['SFENCE', 2],
    ['LFENCE', 1],
    [`XCHG [${cell}],${register}`, 2],
    [`INC [${cell}]`, 1],
    [`SUB ${register},[${cell}]`, 1],
    [`ADD [${cell}],${register}`, 1],
    [`XADD [${cell}],${register}`, 1],
    [`LOCK XADD [${cell}],${register}`, 1],
    [`LOCK SUB [${cell}],$2`, 1],
    [`XCHG ${register},${other}`, 1],
  ]);
}
