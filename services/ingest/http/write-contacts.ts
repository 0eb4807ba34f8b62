import type { Database } from '../../../shared/postgres/database.ts';

/** Devices and addresses of clients are hashes under the hub's secret. */
export interface SeenRow {
  readonly device: string;
  readonly plugin: string;
  /** Null keeps the stored version. */
  readonly version: string | null;
  readonly client: string;
  /** The connection came from this machine. */
  readonly from_here: boolean;
  /** Entries of `X-Forwarded-For`. */
  readonly forwarded: number;
  /** Epoch ms, like all times of a row. */
  readonly at: number;
  readonly used_at: number | null;
  /** Unused messages after `used_at`. Without `used_at`, they add to the stored number. */
  readonly unused: number;
  readonly refused_at: number | null;
  readonly refusal: string | null;
}

export interface MessageRow {
  readonly device: string;
  readonly kind: string;
  readonly messages: number;
  readonly at: number;
}

export interface UnknownSkillRow {
  readonly plugin: string;
  readonly place: number;
  readonly at: number;
}

export interface HourRow {
  /** The start of the hour. */
  readonly hour: number;
  readonly reports: number;
  readonly refused: number;
}

export interface UnwrittenContacts {
  readonly seen: readonly SeenRow[];
  readonly messages: readonly MessageRow[];
  readonly unknownSkills: readonly UnknownSkillRow[];
  readonly hours: readonly HourRow[];
}

/**
 * Rows are written in the order of their keys, so that two processes do not wait for each other.
 */
export async function writeContacts(database: Database, contacts: UnwrittenContacts): Promise<void> {
  const { seen, messages, unknownSkills, hours } = contacts;
  await writeRows(
    database,
    hours,
    `insert into hub.report_hour as known (hour, reports, refused)
     select hour, reports, refused
     from json_to_recordset($1) as row(hour bigint, reports bigint, refused bigint)
     order by hour
     on conflict (hour) do update
     set reports = known.reports + excluded.reports, refused = known.refused + excluded.refused`,
  );
  await writeRows(
    database,
    messages,
    `insert into hub.device_message as known (device, kind, messages, at)
     select device, kind, messages, at
     from json_to_recordset($1) as row(device text, kind text, messages bigint, at bigint)
     order by device, kind
     on conflict (device, kind) do update
     set messages = known.messages + excluded.messages, at = greatest(known.at, excluded.at)`,
  );
  await writeRows(
    database,
    unknownSkills,
    `insert into hub.unknown_skill as known (plugin, place, at)
     select plugin, place, at
     from json_to_recordset($1) as row(plugin text, place integer, at bigint)
     order by plugin, place
     on conflict (plugin, place) do update set at = greatest(known.at, excluded.at)`,
  );
  // Written last, so that a list that shows a contact also has its messages.
  await writeRows(
    database,
    seen,
    `insert into hub.plugin_seen as known
       (device, plugin, version, client, from_here, forwarded, at, used_at, unused, refused_at, refusal)
     select device, plugin, version, client, from_here, forwarded, at, used_at, unused, refused_at, refusal
     from json_to_recordset($1) as row(device text, plugin text, version text, client text,
       from_here boolean, forwarded integer, at bigint, used_at bigint, unused integer,
       refused_at bigint, refusal text)
     order by device
     on conflict (device) do update
     set plugin = excluded.plugin,
         version = coalesce(excluded.version, known.version),
         client = excluded.client,
         from_here = excluded.from_here,
         forwarded = excluded.forwarded,
         at = greatest(known.at, excluded.at),
         used_at = greatest(known.used_at, excluded.used_at),
         unused = excluded.unused + case when excluded.used_at is null then known.unused else 0 end,
         refused_at = greatest(known.refused_at, excluded.refused_at),
         refusal = coalesce(excluded.refusal, known.refusal)`,
  );
}

async function writeRows(database: Database, rows: readonly object[], text: string): Promise<void> {
  if (rows.length > 0) await database.run({ text, values: [JSON.stringify(rows)] });
}

/** @param before epoch ms */
export async function deleteOldContacts(database: Database, before: number): Promise<void> {
  await database.run({ text: 'select hub.delete_old_contacts($1)', values: [before] });
}
