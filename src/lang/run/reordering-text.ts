/** A statement, or what of it touches memory, in the words of the program. */
export interface ToldAction {
  /** `flag[0] = 1`; of a load what is read: `turn`. */
  readonly text: string;
  readonly line: number | null;
}

/** What a later action does before the store is visible. */
export type OvertakingAction = ToldAction & { readonly kind: 'read' | 'written' };

/** `` `flag[0] = 1` (line 4) may still wait when `turn` is read (line 6) ``. */
export const reorderingText = (store: ToldAction, later: OvertakingAction): string =>
  `\`${store.text}\`${placed(store)} may still wait when \`${later.text}\` is ${later.kind}${placed(later)}`;

const placed = ({ line }: ToldAction): string => (line === null ? '' : ` (line ${line})`);
