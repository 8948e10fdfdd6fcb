import { threadId } from '../../../lang/expr/ids.js';
import type { Stmt, Thread } from '../../../lang/program/program.js';
import type { FlatThread } from './c-world.js';
import { withoutDeadStores } from './dead-stores.js';
import { labelsOf, relabelled } from './emitter.js';
import type { FlatItem, WrittenItem } from './emitter.js';
import { blockOf } from './flat-sections.js';

/** What stands in the place of an item; null: nothing. */
export type ItemChange = (item: FlatItem, place: number) => WrittenItem | null;

export const leftAlone: ItemChange = (item) => (item.kind === 'gap' ? null : item);

/** A thread as a block, with others in the places of some of its items. */
export function writtenThread({ number, name, items, taken, span }: FlatThread, change: ItemChange): Thread {
  const { block, labels } = blockOf(changed(items, change, span), taken.copy());
  return {
    id: threadId(number),
    name,
    instances: { kind: 'one' },
    madeLabels: labels,
    body: withoutDeadStores(block),
    span,
  };
}

/** The labels of what goes are those of what follows. */
function changed(
  items: readonly FlatItem[],
  change: ItemChange,
  span: FlatThread['span'],
): readonly WrittenItem[] {
  const out: WrittenItem[] = [];
  let waiting: readonly string[] = [];
  for (const [i, item] of items.entries()) {
    const put = change(item, i);
    const labels = [...waiting, ...labelsOf(item)];
    if (put === null) waiting = labels;
    else {
      out.push(relabelled(put, labels));
      waiting = [];
    }
  }
  const last: Stmt = { kind: 'skip', labels: waiting, span };
  return waiting.length === 0 ? out : [...out, { kind: 'stmt', stmt: last }];
}
