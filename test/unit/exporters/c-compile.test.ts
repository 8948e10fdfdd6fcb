import { spawnSync } from 'node:child_process';
import { afterAll, describe, expect, it } from '@jest/globals';
import { c } from '../../../src/exporters/c/export.js';
import { isReserved } from '../../../src/exporters/shared/c-words.js';
import { keywords } from '../../../src/lang/program/keywords.js';
import type { Program } from '../../../src/lang/program/program.js';
import { pso } from '../../../src/memory/pso.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { sc } from '../../../src/memory/sc.js';
import { tsoN } from '../../../src/memory/tso-n.js';
import { tso } from '../../../src/memory/tso.js';
import { at } from '../../../src/support/invariant.js';
import { exportRequest } from '../../support/export-request.js';
import { Workshop, gccNote, hasGcc } from '../../support/gcc.js';
import { Random, generateProgram, languageOptions } from '../../support/generate/generate-program.js';
import { parseFp } from '../../support/parse-fp.js';
import { loadSample } from '../../support/load-sample.js';
import { usualSamples } from '../../support/samples.js';

const describeWithGcc = hasGcc ? describe : describe.skip;
const workshop = new Workshop();
afterAll(() => workshop.close());

const verifier = '-DFENCEPOST_VERIFIER';

/** Compiles the exports of programs, in one go, as they stand and as verifiers see them. */
function complaints(
  programs: readonly (readonly [string, Program])[],
  modelsOf: (place: number) => readonly MemoryModel[],
): string {
  const paths = programs.flatMap(([name, program], place) =>
    modelsOf(place).map((model) =>
      workshop.write(`${name}-${model.name}`, c.run(exportRequest(program, model, `${name}.fp`))),
    ),
  );
  return workshop.complaints(paths) + workshop.complaints(paths, [verifier]);
}

describeWithGcc(`exported C compiles without a warning${gccNote}`, () => {
  it('for every sample under two models', async () => {
    const programs: (readonly [string, Program])[] = [];
    for (const path of usualSamples) {
      programs.push([path.replace(/\W/g, '-'), await loadSample(path)]);
    }
    expect(programs.length).toBeGreaterThanOrEqual(15);
    const pairs = [
      [sc, tso],
      [pso, tsoN(1)],
    ];
    expect(complaints(programs, (place) => at(pairs, place % 2))).toBe('');
  });

  it('for generated programs that use the whole language', () => {
    const programs = Array.from(
      { length: 40 },
      (_, seed) => [`generated-${seed}`, generateProgram(new Random(seed), languageOptions)] as const,
    );
    expect(complaints(programs, () => [sc])).toBe('');
  });

  it('when optimising', () => {
    const paths = Array.from({ length: 12 }, (_, i) => {
      const program = generateProgram(new Random(1000 + i), languageOptions);
      return workshop.write(`optimised-${i}`, c.run(exportRequest(program, sc, 'generated.fp')));
    });
    expect(paths.map((path) => workshop.build(path, ['-O2']))).toHaveLength(12);
  });

  it('whatever names the standard headers know', () => {
    const headers =
      c.run(exportRequest(parseFp('thread P { }'), sc, 'empty.fp')).match(/^#include.*$/gm) ?? [];
    expect(headers).toHaveLength(5);
    const path = workshop.write('headers', `${headers.join('\n')}\n`);
    const known = [...headerWords(path, ['-E']), ...headerWords(path, ['-E', '-dM'])];
    const words = [...new Set(known)].filter((word) => !keywords.some((own) => own === word)).sort();
    expect(words.length).toBeGreaterThan(300);
    expect(words.filter(isReserved).length).toBeGreaterThan(200);
    const shared = words.map((word) => `shared int ${word} = 0;`).join('\n');
    const labels = words.map((word) => `${word}: t = t + 1; if (t == 0) { goto ${word}; }`).join('\n');
    const locals = words.map((word) => `local int ${word} = 0; ${word} = ${word} + t;`).join('\n');
    const programs = [
      parseFp(`${shared}\nthread P { ${words[0] ?? ''} = 1; }\ninvariant ${words.at(-1) ?? ''} == 0;`),
      parseFp(`shared int t = 0;\nthread P { ${labels} }\n`),
      parseFp(`shared int t = 0;\nthread P { ${locals} }\nfinal P.${words[0] ?? ''} == 0;`),
    ];
    expect(
      complaints(
        programs.map((program, i) => [`names-${i}`, program] as const),
        () => [sc],
      ),
    ).toBe('');
  });
});

function headerWords(path: string, flags: readonly string[]): readonly string[] {
  const { stdout } = spawnSync('gcc', [...flags, path], { encoding: 'utf8' });
  const text = stdout.replace(/^# .*$/gm, '').replace(/^#define (\w+).*$/gm, '$1');
  return text.match(/\b[A-Za-z]\w*\b/g) ?? [];
}
