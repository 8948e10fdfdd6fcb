import { expect } from '@jest/globals';
import { plainText } from '../../../../src/frontends/frontend.js';
import { modelNamed } from '../../../../src/memory/index.js';
import { InternalError } from '../../../../src/support/invariant.js';
import { verifyText } from '../../../support/verify-text.js';

const head = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
`;

/** The verdict of each kind of property; of several asserts one that does not hold counts. */
export async function verdictsOf(text: string, model = 'sc'): Promise<Record<string, string>> {
  const known = modelNamed(model);
  if (known === null) throw new InternalError(`there is no model ${model}`);
  const report = await verifyText('t.c', `${head}${text}`, { model: known }, plainText);
  expect(report.errors).toEqual([]);
  const told: Record<string, string> = {};
  for (const { name, verdict } of report.properties) {
    const [kind = name] = name.split(':');
    if (told[kind] === undefined || told[kind] === 'safe') told[kind] = verdict;
  }
  return told;
}
