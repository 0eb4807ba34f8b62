/**
 * An immutable list that grows at its end at a constant cost, for a pure fold: an array would be
 * copied for each event. Null is the empty list.
 */
export type Chain<Item> = { readonly last: Item; readonly before: Chain<Item> } | null;

export function appendToChain<Item>(before: Chain<Item>, ...added: readonly Item[]): Chain<Item> {
  let chain = before;
  for (const last of added) chain = { last, before: chain };
  return chain;
}

/** The items in the order of their appends. */
export function chainItems<Item>(chain: Chain<Item>): Item[] {
  const items: Item[] = [];
  for (let at = chain; at !== null; at = at.before) items.push(at.last);
  return items.reverse();
}
