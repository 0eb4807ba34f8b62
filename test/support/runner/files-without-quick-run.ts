/** Each file takes over 12 s on two busy cores. */
export const filesWithoutQuickRun: readonly string[] = [
  'shared/projection/replay/version-keeper.test.ts',
  'test/plugin-cases.test.ts',
  'test/authorisation-matrix.test.ts',
  'projections/access/projection.test.ts',
  'shared/backup/taking/take-backup.test.ts',
  'projections/event-feed/duplicates/duplicates-feed.test.ts',
  'services/ingest/plugins/dink/adapter.test.ts',
  'services/ingest/http/device-contacts.test.ts',
  'services/ingest/receive/holdings/holdings.test.ts',
  'services/query/streams/large-pages.test.ts',
  'services/ingest/receive/reports.test.ts',
  'services/ingest/plugins/discord-notifiers/adapter.test.ts',
  'shared/postgres/open-database.test.ts',
  'services/ingest/receive/limits/limits.test.ts',
  'shared/identity/hub-lock.test.ts',
];
