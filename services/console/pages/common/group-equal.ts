type Group<Item> = [Item, ...Item[]];

/**
 * Equal items are a group at the place of the newest. Other items may stand between equal items.
 * @param items newest first
 * @param atOf epoch ms
 * @param pauseMaxMs longer pauses between equal items begin another group
 */
export function groupEqual<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  atOf: (item: Item) => number,
  pauseMaxMs: number,
): readonly Readonly<Group<Item>>[] {
  const groups: Group<Item>[] = [];
  const latest = new Map<string, Group<Item>>();
  for (const item of items) {
    const group = latest.get(keyOf(item));
    if (group !== undefined && atOf(group.at(-1) ?? group[0]) - atOf(item) <= pauseMaxMs) {
      group.push(item);
      continue;
    }
    const next: Group<Item> = [item];
    groups.push(next);
    latest.set(keyOf(item), next);
  }
  return groups;
}

/**
 * The first row stands for its group. A group may get a newer first row, so any opened row opens
 * the group.
 * @param shownId a row that is drawn in any case
 */
export function rowsOfGroups<Row extends { readonly id: string }>(
  groups: readonly (readonly Row[])[],
  opened: readonly string[],
  shownId: string | null,
): readonly Row[] {
  return groups.flatMap((group) => {
    const isOpen = group.some(({ id }) => opened.includes(id));
    return group.filter(({ id }, index) => isOpen || index === 0 || id === shownId);
  });
}
