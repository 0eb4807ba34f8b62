/**
 * Does `work` for each item in turn, and goes on after a failure. Where `endsAll` says that the failure would hit every item,
 * the rest is not tried. @throws the first failure, at the end
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
