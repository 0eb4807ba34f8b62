import type { Break } from '../break.ts';

const logRights = 'shared/log/postgres/migrations/006-rights-of-roles.sql';
const privileges = 'services/standalone/schema/privileges.sql';

export const roleBreaks: readonly Break[] = [
  {
    id: 'roles-append-any-type',
    file: logRights,
    replace: "    where pg_has_role(session_user, a.role, 'member')\n",
    by: '',
    tests: ['test/processes/role-log.test.ts'],
    reason: 'a stolen login of the projector appends what only ingest may append',
  },
  {
    id: 'roles-expire-at-will',
    file: logRights,
    replace: 'greatest(keep_ms, wanted_keep_ms)',
    by: 'wanted_keep_ms',
    tests: ['test/processes/role-log.test.ts'],
    reason: 'a stolen login of the projector deletes records that have not expired',
  },
  {
    id: 'roles-compact-forever',
    file: logRights,
    replace: `  if not exists (select from log.retention where stream = compacted and keep_ms is null) then
    return;
  end if;
`,
    by: '',
    tests: ['test/processes/role-log.test.ts'],
    reason: 'a stolen login of the projector deletes records that are kept for ever',
  },
  {
    id: 'roles-projector-packs',
    file: privileges,
    replace: 'grant execute on function log.pack_rows(text, integer, bigint, bytea) to hub_operator;',
    by: 'grant execute on function log.pack_rows(text, integer, bigint, bytea) to hub_projector, hub_operator;',
    tests: ['test/processes/role-rights.test.ts', 'test/processes/role-log.test.ts'],
    reason: 'a stolen login of the projector replaces records by its own',
  },
  {
    id: 'roles-query-locks-key-uses',
    file: privileges,
    replace:
      'grant execute on function hub.note_key_uses(uuid[], bigint[], bigint) to hub_query, hub_operator;',
    by: 'grant execute on function hub.note_key_uses(uuid[], bigint[], bigint) to hub_query, hub_operator;\ngrant select, update on hub.key_use to hub_query;',
    tests: ['test/processes/role-rights.test.ts', 'test/processes/role-locks.test.ts'],
    reason: 'a stolen login of the read API keeps the page of keys from answering',
  },
  {
    id: 'roles-ingest-without-feed',
    file: privileges,
    replace: ', log.hub_feed, log.hub_feed_pack to hub_ingest;',
    by: ' to hub_ingest;',
    tests: ['test/processes/role-restarts.test.ts', 'test/processes/role-rights.test.ts'],
    reason: 'ingest starts once under its own role, and never again',
  },
  {
    id: 'roles-ingest-without-epochs',
    file: 'services/ingest/reported-types.ts',
    replace: "  'feed-epoch-opened',\n",
    by: '',
    tests: ['test/processes/role-restarts.test.ts'],
    reason: 'ingest does not start under its own role after a restore',
  },
  {
    id: 'roles-ingest-reads-all-packs',
    file: 'shared/log/postgres/reading/read-packs.ts',
    replace: `from \${packTable(stream)}`,
    by: 'from log.pack',
    tests: ['test/processes/role-log.test.ts'],
    reason: 'ingest does not start under its own role when the record to compare is packed',
  },
  {
    id: 'roles-types-changed',
    file: privileges,
    replace: 'revoke all on log.appended_type from hub_projector, hub_operator;\n',
    by: '',
    tests: ['test/processes/role-rights.test.ts'],
    reason: 'a role may raise what roles append',
  },
];
