/** A list under construction, last item first: adding to it copies nothing and changes nothing. */
export type Chain<T> = { readonly before: Chain<T>; readonly item: T } | null;

export const chain = <T>(before: Chain<T>, item: T): Chain<T> => ({ before, item });

export function listed<T>(last: Chain<T>): readonly T[] {
  const items: T[] = [];
  for (let link = last; link !== null; link = link.before) items.push(link.item);
  return items.reverse();
}
