import type { Account } from './entities.ts';

type Named = Pick<Account, 'id' | 'name'>;

/** By name, then by id, because a directory that is read again has another order. */
export function byAccountName(a: Named, b: Named): number {
  return (a.name ?? '').localeCompare(b.name ?? '', 'en') || (a.id < b.id ? -1 : 1);
}
