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

const SourceName = z.string().max(searchedNameLengthMax, 'must have names of at most 100 characters');

export const sourceParameter = commaList(SourceName, {
  max: 20,
  whenEmpty: 'omitted',
  form: '[^,]{1,100}',
  identity: searchedName,
}).meta({
  description:
    'Comma list of names, at most 20; only loot of these monsters, containers or killed players. When nothing has exactly a name, sources with its words count. The case of names is ignored.',
  sample: 'Zulrah,Vorkath',
});
