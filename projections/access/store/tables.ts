import { everyCode, type LookupOf, markedAdmin, type RowOf, type TableName } from '../fold/tables.ts';

/** How a table of the fold stands in PostgreSQL. Its columns are written here and in the migration that makes them. */
export interface StoredTable<Name extends TableName = TableName> {
  readonly name: string;
  /** Field of a row to its column and the column's type; `last_offset` is in all of them. */
  readonly columns: {
    readonly [Field in Exclude<keyof RowOf<Name>, 'lastOffset'>]: readonly [string, string];
  };
  /** The fields that make the key. */
  readonly key: readonly Exclude<keyof RowOf<Name>, 'lastOffset'>[];
  readonly conditions: { readonly [Lookup in LookupOf<Name>]: Condition };
}

/**
 * SQL that finds rows as a lookup of the fold does, under any of the values of a text array, which is SQL itself. Rows
 * that ended before `since`, the record time of a batch's first event, may be left out where no rule counts them.
 */
type Condition = (values: string, since: number) => string;

export const storedTables: { readonly [Name in TableName]: StoredTable<Name> } = {
  members: {
    name: 'member',
    columns: {
      id: ['member_id', 'text'],
      name: ['name', 'text'],
      nameKey: ['name_key', 'text'],
      chatId: ['chat_id', 'text'],
      timeZone: ['time_zone', 'text'],
      active: ['active', 'boolean'],
      changedAt: ['changed_at', 'bigint'],
    },
    key: ['id'],
    conditions: {
      key: anyOf('member_id'),
      activeName: (values) => `active and name_key = any(${values})`,
      activeChatId: (values) => `active and chat_id = any(${values})`,
    },
  },
  admins: {
    name: 'admin',
    columns: { memberId: ['member_id', 'text'], admin: ['is_admin', 'boolean'] },
    key: ['memberId'],
    conditions: {
      key: anyOf('member_id'),
      marked: (values) => `is_admin and '${markedAdmin}' = any(${values})`,
    },
  },
  pairingCodes: {
    name: 'pairing_code',
    columns: {
      codeHash: ['code_hash', 'text'],
      memberId: ['member_id', 'text'],
      expiresAt: ['expires_at', 'bigint'],
      deviceId: ['device_id', 'text'],
    },
    key: ['codeHash'],
    conditions: {
      key: anyOf('code_hash'),
      every: (values) => `'${everyCode}' = any(${values})`,
      unusedOfMember: (values, since) =>
        `member_id = any(${values}) and device_id is null and expires_at > ${since}`,
    },
  },
  devices: {
    name: 'device',
    columns: {
      id: ['device_id', 'text'],
      memberId: ['member_id', 'text'],
      tokenHash: ['token_hash', 'text'],
      plugin: ['plugin', 'text'],
      name: ['name', 'text'],
      pairedAt: ['paired_at', 'bigint'],
      lastSeenAt: ['last_seen_at', 'bigint'],
      revoked: ['revoked', 'boolean'],
    },
    key: ['id'],
    conditions: { key: anyOf('device_id'), member: anyOf('member_id') },
  },
  accounts: {
    name: 'account',
    columns: {
      id: ['account_id', 'text'],
      name: ['name', 'text'],
      nameKey: ['name_key', 'text'],
      type: ['type', 'integer'],
      haHash: ['ha_hash', 'text'],
      dinkHash: ['dink_hash', 'text'],
      firstSeen: ['first_seen', 'bigint'],
      ownerId: ['owner_id', 'text'],
      contributorIds: ['contributor_ids', 'text[]'],
      blockedIds: ['blocked_ids', 'text[]'],
      sharing: ['sharing', 'jsonb'],
      changedAt: ['changed_at', 'bigint'],
    },
    key: ['id'],
    conditions: {
      key: anyOf('account_id'),
      name: anyOf('name_key'),
      reporter: (values) => `owner_id = any(${values}) or contributor_ids && ${values}`,
      blockedOrSharedWith: (values) => `blocked_ids && ${values} or exists (
        select
        from jsonb_each(sharing) as shared
        where shared.value -> 'with' ?| ${values} or shared.value -> 'changedFor' ?| ${values}
      )`,
    },
  },
  identities: {
    name: 'identity',
    columns: {
      source: ['source', 'text'],
      externalId: ['external_id', 'text'],
      accountId: ['account_id', 'text'],
      memberIds: ['member_ids', 'text[]'],
    },
    key: ['source', 'externalId'],
    conditions: {
      // No source holds a space, an external id may.
      key: (values) => `(source, external_id) in (
        select split_part(value, ' ', 1), substr(value, strpos(value, ' ') + 1) from unnest(${values}) as value
      )`,
      account: anyOf('account_id'),
      reporter: (values) => `member_ids && ${values}`,
    },
  },
  keys: {
    name: 'api_key',
    columns: {
      id: ['key_id', 'text'],
      prefix: ['prefix', 'text'],
      secretHash: ['secret_hash', 'text'],
      kind: ['kind', 'text'],
      name: ['name', 'text'],
      memberId: ['member_id', 'text'],
      categories: ['categories', 'integer'],
      accountIds: ['account_ids', 'text[]'],
      rateLimitPerMinute: ['rate_limit_per_minute', 'integer'],
      expiresAt: ['expires_at', 'bigint'],
      revoked: ['revoked', 'boolean'],
      createdAt: ['created_at', 'bigint'],
      changedAt: ['changed_at', 'bigint'],
    },
    key: ['id'],
    conditions: { key: anyOf('key_id'), prefix: anyOf('prefix'), member: anyOf('member_id') },
  },
  decommission: {
    name: 'decommission',
    columns: { hub: ['hub', 'text'], on: ['is_on', 'boolean'], since: ['since', 'bigint'] },
    key: ['hub'],
    conditions: { key: anyOf('hub') },
  },
  verdicts: {
    name: 'verdict',
    columns: { recordId: ['record_id', 'text'], subject: ['subject', 'text'], refusal: ['refusal', 'text'] },
    key: ['recordId'],
    conditions: { key: anyOf('record_id'), subject: anyOf('subject') },
  },
  erased: {
    name: 'erased',
    columns: { subject: ['subject', 'text'], at: ['at', 'bigint'] },
    key: ['subject'],
    conditions: { key: anyOf('subject') },
  },
  parkedDecisions: {
    name: 'parked_decision',
    columns: {
      projection: ['projection', 'text'],
      recordId: ['record_id', 'text'],
      recordOffset: ['record_offset', 'bigint'],
      decision: ['decision', 'text'],
    },
    key: ['projection', 'recordId', 'recordOffset'],
    conditions: { key: (values) => `concat_ws(' ', projection, record_id, record_offset) = any(${values})` },
  },
};

function anyOf(column: string): Condition {
  return (values) => `${column} = any(${values})`;
}

/** How rows of a table are found by a lookup. */
export function conditionOf(table: TableName, lookup: string): Condition {
  const condition = (storedTables[table].conditions as Readonly<Record<string, Condition>>)[lookup];
  if (condition === undefined) throw new Error(`${table} has no lookup ${lookup}`);
  return condition;
}

/** The column of a field. */
export function columnOf(table: TableName, field: string): string {
  const columns = storedTables[table].columns as Readonly<Record<string, readonly [string, string]>>;
  const [column] = columns[field] ?? [];
  if (column === undefined) throw new Error(`${table} has no field ${field}`);
  return column;
}
