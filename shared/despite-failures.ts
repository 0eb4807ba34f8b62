/**
 * Does `work` for each in turn, after a failure as well: one that lasts must not keep the others from theirs. A
 * failure that `endsAll` would come for each of them. @throws the first failure, at the end
 */
export async function eachDespiteFailures<Item>(
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
