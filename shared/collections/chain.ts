/**
 * An immutable list that grows at its end at the same cost whatever its length, for what a pure fold adds to event by event:
 * an array would be copied each time. Null is the empty one.
 */
export type Chain<Item> = { readonly last: Item; readonly before: Chain<Item> } | null;

export function appendToChain<Item>(before: Chain<Item>, ...added: readonly Item[]): Chain<Item> {
  let chain = before;
  for (const last of added) chain = { last, before: chain };
  return chain;
}

/** The items in the order in which they were added. */
export function chainItems<Item>(chain: Chain<Item>): Item[] {
  const items: Item[] = [];
  for (let at = chain; at !== null; at = at.before) items.push(at.last);
  return items.reverse();
}
