import type { ArraySystem, ArrayTransition } from '../../../lang/arrays/array-system.js';
import type { Witness } from '../../../lang/arrays/stated-cube.js';
import { isSplit } from '../../../lang/arrays/with-witness.js';

/**
 * What may be worth to be remembered: where guards speak of all other processes, somebody may have to be known of whom they do not
 * hold. `Granted = True` goes with some owner, which a cube can say only of a process that has a name.
 */
export function witnessesFor({ transitions }: ArraySystem): readonly Witness[] {
  if (!transitions.some(isSplit)) return [];
  const names = (params: number, isWanted: (one: ArrayTransition) => boolean): readonly string[] => [
    ...new Set(
      transitions.filter((one) => one.params.length >= params && isWanted(one)).map(({ name }) => name),
    ),
  ];
  return [
    ...names(1, isSplit).map((transition): Witness => ({ transition, of: 'all' })),
    ...names(2, () => true).map((transition): Witness => ({ transition, of: 'each' })),
  ];
}
