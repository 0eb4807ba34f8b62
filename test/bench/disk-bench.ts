import { pino } from 'pino';
import { writePast } from '../../services/hub/past/write-past.ts';
import { readRetention } from '../../services/hub/settings.ts';
import { readStandaloneSettings } from '../../services/standalone/settings.ts';
import { startStandalone } from '../../services/standalone/start-standalone.ts';
import { hourMs } from '../../shared/domain/durations.ts';
import { isKeptForever, streamNames } from '../../shared/events/streams.ts';
import { maintainLog } from '../../shared/log/postgres/log-maintenance.ts';
import { createLogger } from '../../shared/logger.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { startEmbeddedPostgres } from '../../shared/postgres/embedded/embedded-postgres.ts';
import { withDatabase } from './bench-database.ts';
import { makeBenchFolder } from './bench-folder.ts';
import { machine } from './machine.ts';

/** What the log and the tables that are kept for ever take on disk, of a simulated guild. */
export interface DiskResult {
  readonly bench: 'disk';
  readonly machine: string;
  readonly hoursPlayed: number;
  /** Kilobytes (1,000 bytes) per player and hour of play. */
  readonly log: Sizes;
  readonly tables: Sizes;
  readonly logBar: number;
  readonly tablesBar: number;
  readonly holds: boolean;
}

type Sizes = Readonly<Record<string, number>>;

const players = 24;
const days = 10;
/** A fixed time, so that the same is played in each run. */
const until = Date.UTC(2026, 8, 14);
const bars = { log: 50, tables: 15 };
/** Rooms whose tables are kept for ever. They need the live generation only: a fresh hub has no other. */
const tablesForEver = `
  select n.nspname || '.' || c.relname as name, pg_total_relation_size(c.oid)::float8 as bytes
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r'
    and n.nspname ~ '^(event_feed|play_sessions|equipment_history|wealth_days|xp_history)_g1$'
    and c.relname <> 'sample_5m'`;
/** The table of each stream, and that of its packs. */
const tablesOfLog = `
  select c.relname as name, pg_total_relation_size(c.oid)::float8 as bytes
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname = 'log'`;

/** A guild of 24 plays ten days into an empty hub. */
export async function benchDisk(onDay: (day: number) => void): Promise<DiskResult> {
  const { path: dataDir, remove } = await makeBenchFolder();
  const logger = createLogger({ name: 'bench', level: 'silent' });
  const server = await startEmbeddedPostgres({ dataDir, logger, onLost: () => {} });
  try {
    return await withDatabase(server.url, async (database) => {
      await play(server.url, database, onDay);
      return await measure(database);
    });
  } finally {
    await server.stop();
    await remove();
  }
}

async function play(url: string, database: Database, onDay: (day: number) => void): Promise<void> {
  const settings = readStandaloneSettings({ DATABASE_URL: url, PORT: '0', BACKUP_ENABLED: 'false' });
  const hub = await startStandalone(
    settings,
    createLogger({ name: 'hub', level: 'warn' }, pino.destination(2)),
  );
  try {
    await hub.core.directory.atLeast(0, 10_000);
    await writePast({
      hub: hub.core,
      players,
      seed: 1,
      days,
      until,
      positionsFrom: until,
      onProgress: (progress) => {
        if (progress.kind === 'played') onDay(progress.days);
      },
      signal: new AbortController().signal,
    });
  } finally {
    await hub.close();
  }
  await settle(database);
}

/**
 * Does at once what the hub and PostgreSQL would have done meanwhile. Of rows that are packed the table has no room left:
 * a hub that runs has the rows of ten minutes, and here ten days were written at once.
 */
async function settle(database: Database): Promise<void> {
  while ((await maintainLog(database, readRetention())).more);
  await database.run({ text: 'vacuum (analyze)' });
  await database.run({ text: 'vacuum full log.record' });
}

async function measure(database: Database): Promise<DiskResult> {
  const { hours } = await database.one<{ hours: number }>({
    text: `select (sum(coalesce(ended_at, last_seen_at) - started_at) / ${hourMs}.0)::float8 as hours
           from play_sessions_g1.session`,
  });
  const ofLog = await database.many<Relation>({ text: tablesOfLog });
  const streams = streamNames.filter(isKeptForever).map((stream) => stream.replace('.', '_'));
  const log = sizesOf(hours, ofLog, (name) => streams.find((stream) => name.startsWith(stream)));
  const tables = sizesOf(hours, await database.many<Relation>({ text: tablesForEver }), (name) => name);
  return {
    bench: 'disk',
    machine: machine(),
    hoursPlayed: Math.round(hours),
    log,
    tables,
    logBar: bars.log,
    tablesBar: bars.tables,
    holds: totalOf(log) <= bars.log && totalOf(tables) <= bars.tables,
  };
}

interface Relation {
  readonly name: string;
  readonly bytes: number;
}

function sizesOf(
  hours: number,
  relations: readonly Relation[],
  groupOf: (name: string) => string | undefined,
): Sizes {
  const groups = Map.groupBy(relations, ({ name }) => groupOf(name));
  groups.delete(undefined);
  const sizes = [...groups].map(([name, members]) => {
    const bytes = members.reduce((sum, relation) => sum + relation.bytes, 0);
    return [name, Math.round(bytes / hours / 100) / 10] as const;
  });
  return Object.fromEntries(sizes.toSorted(([, left], [, right]) => right - left));
}

function totalOf(sizes: Sizes): number {
  return Math.round(Object.values(sizes).reduce((sum, size) => sum + size, 0) * 10) / 10;
}

export function describeDisk({ log, tables, ...result }: DiskResult): string {
  const lines = (sizes: Sizes) => Object.entries(sizes).map(([name, size]) => `  ${name}: ${size}`);
  return [
    `disk for ever, kilobytes per player and hour of play: ${players} players, ${days} days, ${result.hoursPlayed} hours`,
    result.machine,
    `log: ${totalOf(log)} (bar <= ${result.logBar})`,
    ...lines(log),
    `tables: ${totalOf(tables)} (bar <= ${result.tablesBar})`,
    ...lines(tables),
    result.holds ? 'holds' : 'FAILS',
  ].join('\n');
}
