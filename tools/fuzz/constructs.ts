import { tallySugar } from '../../test/support/language/compare-sugar.js';

/** The constructs of the native language against what they stand for, written out without the front end. */
export async function fuzzLanguage(count: number, seed: number): Promise<boolean> {
  const { programs, capped, unsafe, states, complaints } = await tallySugar(count, seed);
  for (const complaint of complaints.slice(0, 5)) process.stdout.write(`${complaint}\n`);
  process.stdout.write(
    `${programs} programs from seed ${seed}: ${capped} too large, ${unsafe} unsafe, ${states} states; ${complaints.length} complaints\n`,
  );
  return complaints.length === 0;
}
