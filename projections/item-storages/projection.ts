import type { RecordedEventOf } from '../../shared/events/event.ts';
import { holdings } from '../../shared/events/holdings.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import { createTableSql } from '../../shared/projection/tables/keyed-table.ts';
import { loadStorages, type Storage, saveStorages, storageTable, storedItemTable } from './store.ts';

/** By the names in answers, in the order of answers. */
const reportedStorages = {
  bank: holdings.bank,
  seed_vault: holdings['seed-vault'],
  potion_storage: holdings['potion-storage'],
  rune_pouch: holdings['rune-pouch'],
  quiver: holdings.quiver,
  shared_storage: holdings['shared-storage'],
} as const;
export type StorageName = keyof typeof reportedStorages;
export const storageNames = Object.keys(reportedStorages) as StorageName[];
type StorageReported = RecordedEventOf<(typeof reportedStorages)[StorageName]>;

const nameOfType = new Map(storageNames.map((name) => [reportedStorages[name].type, name]));

/** The last record of a storage wins (rules/storages.md#storages-of-an-account). */
export const itemStoragesProjection: Projection<Storage, StorageReported> = {
  name: 'item-storages',
  version: { shape: 1, logic: 1 },
  streams: ['hub.holdings'],
  handles: [...nameOfType.keys()],
  tables: [
    { file: '001-storage.sql', sql: createTableSql('storage', storageTable) },
    { file: '002-stored-item.sql', sql: createTableSql('stored_item', storedItemTable) },
  ],
  migrations: new URL('./migrations/', import.meta.url),
  parks: 'subject',
  keyOf: keyOfStorage,
  load: (tx, events, known) =>
    loadStorages(
      tx,
      events.map(keyOfStorage).filter((key) => !known.has(key)),
    ),
  initial: (key) => ({ key, stored: null, reported: null }),
  evolve: (state, { data: { at: updated_at, items } }) => ({
    ...state,
    reported: { updated_at, items: items.flatMap(({ id, quantity }) => [id, quantity]) },
  }),
  save: saveStorages,
};

/** A shared storage belongs to a member, and stands at the account that the member reported. */
function keyOfStorage({ type, subject, data }: StorageReported): string {
  const [accountId, memberId] = 'account_id' in data ? [data.account_id, subject] : [subject, ''];
  return `${accountId}/${nameOfType.get(type)}/${memberId}`;
}
