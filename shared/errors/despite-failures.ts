/**
 * Does `work` for each item in order, and continues after a failure. Stops when `endsAll` says that
 * every item would fail.
 * @throws the first failure, at the end
 */
export async function forEachDespiteFailures<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
  endsAll: (error: unknown) => boolean = () => false,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      failures.push(error);
      if (endsAll(error)) break;
    }
  }
  if (failures.length > 0) throw failures[0];
}
