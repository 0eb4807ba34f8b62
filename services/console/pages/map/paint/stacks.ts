/** In pixels of the screen. */
export interface PlacedItem<Item> {
  readonly x: number;
  readonly y: number;
  readonly item: Item;
}

/** The stack is at the place of its first item. */
export interface ScreenStack<Item> {
  readonly x: number;
  readonly y: number;
  readonly items: Item[];
}

/** Groups items within `radius` pixels. The order of the items is their priority. */
export function groupIntoStacks<Item>(
  placed: Iterable<PlacedItem<Item>>,
  radius: number,
): ScreenStack<Item>[] {
  const stacks: ScreenStack<Item>[] = [];
  const byCell = new Map<number, ScreenStack<Item>[]>();
  for (const { x, y, item } of placed) {
    const [column, row] = [Math.floor(x / radius), Math.floor(y / radius)];
    const near = nearestIn(byCell, column, row, { x, y, radius });
    if (near !== null) {
      near.items.push(item);
      continue;
    }
    const stack = { x, y, items: [item] };
    stacks.push(stack);
    const cell = cellKey(column, row);
    const there = byCell.get(cell);
    if (there === undefined) byCell.set(cell, [stack]);
    else there.push(stack);
  }
  return stacks;
}

function nearestIn<Item>(
  byCell: ReadonlyMap<number, ScreenStack<Item>[]>,
  column: number,
  row: number,
  { x, y, radius }: { readonly x: number; readonly y: number; readonly radius: number },
): ScreenStack<Item> | null {
  let nearest: ScreenStack<Item> | null = null;
  let least = radius * radius;
  for (let right = -1; right <= 1; right += 1) {
    for (let down = -1; down <= 1; down += 1) {
      for (const stack of byCell.get(cellKey(column + right, row + down)) ?? []) {
        const distance = (stack.x - x) ** 2 + (stack.y - y) ** 2;
        if (distance >= least) continue;
        least = distance;
        nearest = stack;
      }
    }
  }
  return nearest;
}

/** Unique for columns and rows within 2^20 of the corner. */
function cellKey(column: number, row: number): number {
  return (column + 1_048_576) * 2_097_152 + row + 1_048_576;
}
