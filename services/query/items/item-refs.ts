import { z } from 'zod';
import type { Reader } from '../../../projections/access/visibility/reader.ts';
import type { WantedItems } from '../../../projections/event-feed/queries/item-ids.ts';
import { searchedName, searchedNameLengthMax } from '../../../shared/domain/searched-name.ts';
import { listReadableAccounts } from '../accounts/find-account.ts';
import { commaList } from '../schemas/parameters.ts';

const ItemRef = z.string().max(searchedNameLengthMax, 'must have items of at most 100 characters');

/** Item ids or names. */
export function itemRefs({ required }: { readonly required: boolean }) {
  return commaList(ItemRef, {
    max: 50,
    whenEmpty: 'omitted',
    required,
    form: '[^,]{1,100}',
    identity: searchedName,
  });
}

/** A name that only other accounts reported stands for nothing. */
export function wantedItems(reader: Reader, refs: readonly string[]): WantedItems {
  const { ids = [], names = [] } = Object.groupBy(refs, (ref) =>
    /^[0-9]{1,10}$/.test(ref) ? 'ids' : 'names',
  );
  return {
    ids: ids.map(Number),
    names: names.map(searchedName),
    reporters:
      names.length === 0 ? [] : listReadableAccounts(reader, 'events').map(({ account }) => account.id),
  };
}
