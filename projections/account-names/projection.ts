import type { Projection } from '../../shared/projection/projection.ts';
import { type AccountNamesEvent, evolveNames, initialNames, type NamesState } from './fold.ts';
import { loadNames, saveNames } from './store.ts';

/** For the owner of an account and for admins (rules/identity.md#earlier-names). */
export const accountNamesProjection: Projection<NamesState, AccountNamesEvent> = {
  name: 'account-names',
  version: { shape: 1, logic: 1 },
  streams: ['hub.membership'],
  migrations: new URL('./migrations/', import.meta.url),
  handles: ['account-described'],
  parks: 'subject',
  keyOf: (event) => event.subject,
  load: loadNames,
  initial: () => initialNames,
  evolve: evolveNames,
  save: saveNames,
};
