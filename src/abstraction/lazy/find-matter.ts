import { has, include, includeAll, members } from './mask.js';
import type { Matter } from './matter.js';
import type { Transformer } from './transformer.js';
import type { Valuation } from './valuation.js';
import type { Vocabulary } from './vocabulary.js';

export function matterOf(step: Transformer, { isTrue, isFalse }: Valuation, vocabulary: Vocabulary): Matter {
  const known = isTrue.map((word, w) => word | (isFalse[w] ?? 0));
  const touched = step.guarded.slice();
  for (const p of members(vocabulary.connected(step.guarded, known))) {
    includeAll(touched, vocabulary.neighbours(p));
  }
  for (let w = 0; w < touched.length; w++) touched[w] = (touched[w] ?? 0) & ~(known[w] ?? 0);
  const seeds = step.seeds.slice();
  const asked = step.affected.slice();
  for (const p of members(step.fromNothing ? known.map((word) => ~word) : touched)) {
    if (p >= vocabulary.count) continue;
    include(asked, p);
    if (!has(step.affected, p)) includeAll(seeds, vocabulary.neighbours(p));
  }
  return { cone: vocabulary.connected(seeds, known), asked, touched };
}
