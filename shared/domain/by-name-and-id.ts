import { searchedName } from './searched-name.ts';

interface Named {
  readonly id: number | null;
  readonly name: string | null;
}

/** Names are compared as `source` compares them. Entries without a name come last. */
export function byNameAndId(one: Named, other: Named): number {
  if (one.name !== other.name) {
    if (one.name === null || other.name === null) return one.name === null ? 1 : -1;
    const [left, right] = [searchedName(one.name), searchedName(other.name)];
    if (left !== right) return left < right ? -1 : 1;
  }
  return (one.id ?? 0) - (other.id ?? 0);
}
