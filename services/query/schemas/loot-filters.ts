import { z } from 'zod';
import type { WantedItems } from '../../../projections/event-feed/queries/item-ids.ts';
import { searchedName, searchedNameLengthMax } from '../../../shared/domain/searched-name.ts';
import { commaList } from './parameters.ts';

const ItemRef = z.string().max(searchedNameLengthMax, 'must have items of at most 100 characters');
const SourceName = z.string().max(searchedNameLengthMax, 'must have names of at most 100 characters');
const list = { whenEmpty: 'omitted', form: '[^,]{1,100}', identity: searchedName } as const;

/** @param filtered what the parameter leaves out, for example `events` */
export function itemsParameter(filtered: string) {
  return commaList(ItemRef, { ...list, max: 50 }).meta({
    description: `Comma list of item ids or names, at most 50; only ${filtered} with any of these items. The case of names is ignored.`,
    sample: '4151,Tanzanite fang',
  });
}

export const sourceParameter = commaList(SourceName, { ...list, max: 20 }).meta({
  description:
    'Comma list of names, at most 20; only loot of these monsters, containers or killed players. The case of names is ignored.',
  sample: 'Zulrah,Vorkath',
});

/** @param reporters accounts; a name that only other accounts reported stands for nothing */
export function wantedItems(refs: readonly string[], reporters: readonly string[]): WantedItems {
  const { ids = [], names = [] } = Object.groupBy(refs, (ref) =>
    /^[0-9]{1,10}$/.test(ref) ? 'ids' : 'names',
  );
  return { ids: ids.map(Number), names: names.map(searchedName), reporters };
}
