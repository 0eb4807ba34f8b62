import { z } from 'zod';
import { searchedName, searchedNameLengthMax } from '../../../shared/domain/searched-name.ts';
import { commaList } from './parameters.ts';

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
