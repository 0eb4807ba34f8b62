import { pino } from 'pino';
import { writeHistoryOf } from '../../services/cli/demo-history/write-history.ts';
import { readRetention } from '../../services/cli/settings.ts';
import { readStandaloneSettings } from '../../services/standalone/settings.ts';
import { startStandalone } from '../../services/standalone/start-standalone.ts';
import { hourMs } from '../../shared/domain/durations.ts';
import { isKeptForever, streamNames } from '../../shared/events/streams.ts';
import { maintainLog } from '../../shared/log/postgres/maintenance/log-maintenance.ts';
import { createLogger } from '../../shared/observability/logger.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { startEmbeddedPostgres } from '../../shared/postgres/embedded/embedded-postgres.ts';
import { withDatabase } from './bench-database.ts';
import { makeBenchFolder } from './bench-folder.ts';
import { machine } from './machine.ts';

/**
 * What the log and the tables that are kept for ever grow by on disk, of a simulated guild. The first days are taken off: they
 * have what comes once, as the maps and empty pages of each table, and all skills of each player, 700 KB of the tables.
 */
export interface DiskResult {
  readonly bench: 'disk';
  readonly machine: string;
  readonly hoursPlayed: number;
  /** Kilobytes (1,000 bytes) per player and further hour of play. */
  readonly log: Sizes;
  readonly tables: Sizes;
  /** The same of all hours, with what comes once. */
  readonly logWithFirst: number;
  readonly tablesWithFirst: number;
  readonly logBar: number;
  readonly tablesBar: number;
  readonly holds: boolean;
}

type Sizes = Readonly<Record<string, number>>;

const players = 24;
const firstDays = 3;
const days = 10;
/** A fixed time, so that the same is played in each run. */
const until = Date.UTC(2026, 8, 14);
const bars = { log: 50, tables: 15 };
/** Projections whose tables are kept for ever. They need the live generation only: a fresh hub has no other. */
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

/** A guild of 24 plays three days into an empty hub, and ten into another. */
export async function benchDisk(onDay: (day: number) => void): Promise<DiskResult> {
  const first = await sizesAfter(firstDays, onDay);
  const all = await sizesAfter(days, onDay);
  const none = { hours: 0, log: new Map(), tables: new Map() };
  const { log, tables } = growthOf(first, all);
  const withFirst = growthOf(none, all);
  return {
    bench: 'disk',
    machine: machine(),
    hoursPlayed: Math.round(all.hours),
    log,
    tables,
    logWithFirst: totalOf(withFirst.log),
    tablesWithFirst: totalOf(withFirst.tables),
    logBar: bars.log,
    tablesBar: bars.tables,
    holds: totalOf(log) <= bars.log && totalOf(tables) <= bars.tables,
  };
}

async function sizesAfter(playedDays: number, onDay: (day: number) => void): Promise<Measured> {
  const { path: dataDir, remove } = await makeBenchFolder();
  const logger = createLogger({ name: 'bench', level: 'silent' });
  const server = await startEmbeddedPostgres({ dataDir, logger, onLost: () => {} });
  try {
    return await withDatabase(server.url, async (database) => {
      await play(server.url, database, playedDays, onDay);
      return await measure(database);
    });
  } finally {
    await server.stop();
    await remove();
  }
}

async function play(
  url: string,
  database: Database,
  playedDays: number,
  onDay: (day: number) => void,
): Promise<void> {
  const settings = readStandaloneSettings({ DATABASE_URL: url, PORT: '0', BACKUP_ENABLED: 'false' });
  const hub = await startStandalone(
    settings,
    createLogger({ name: 'hub', level: 'warn' }, pino.destination(2)),
  );
  try {
    await hub.core.directory.atLeast(0, 10_000);
    await writeHistoryOf({
      hub: hub.core,
      players,
      seed: 1,
      days: playedDays,
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

interface Measured {
  readonly hours: number;
  /** Bytes by table or stream. */
  readonly log: ReadonlyMap<string, number>;
  readonly tables: ReadonlyMap<string, number>;
}

async function measure(database: Database): Promise<Measured> {
  const { hours } = await database.one<{ hours: number }>({
    text: `select (sum(coalesce(ended_at, last_seen_at) - started_at) / ${hourMs}.0)::float8 as hours
           from play_sessions_g1.session`,
  });
  const streams = streamNames.filter(isKeptForever).map((stream) => stream.replace('.', '_'));
  const streamOf = (table: string) => streams.find((stream) => table.startsWith(stream));
  return {
    hours,
    log: bytesBy(streamOf, await database.many<Relation>({ text: tablesOfLog })),
    tables: bytesBy((name) => name, await database.many<Relation>({ text: tablesForEver })),
  };
}

interface Relation {
  readonly name: string;
  readonly bytes: number;
}

function bytesBy(
  groupOf: (name: string) => string | undefined,
  relations: readonly Relation[],
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { name, bytes } of relations) {
    const group = groupOf(name);
    if (group !== undefined) sums.set(group, (sums.get(group) ?? 0) + bytes);
  }
  return sums;
}

/** What each of the two takes more in `all` than in `first`, per hour. */
function growthOf(first: Measured, all: Measured): Pick<DiskResult, 'log' | 'tables'> {
  const hours = all.hours - first.hours;
  const per = (before: Measured['log'], after: Measured['log']): Sizes => {
    const sizes = Array.from(after, ([name, bytes]) => {
      return [name, Math.round((bytes - (before.get(name) ?? 0)) / hours / 100) / 10] as const;
    });
    return Object.fromEntries(sizes.toSorted(([, left], [, right]) => right - left));
  };
  return { log: per(first.log, all.log), tables: per(first.tables, all.tables) };
}

function totalOf(sizes: Sizes): number {
  return Math.round(Object.values(sizes).reduce((sum, size) => sum + size, 0) * 10) / 10;
}

export function describeDisk({ log, tables, ...result }: DiskResult): string {
  const lines = (sizes: Sizes) => Object.entries(sizes).map(([name, size]) => `  ${name}: ${size}`);
  return [
    `disk for ever, kilobytes per player and hour of play: ${players} players, ${days} days, ${result.hoursPlayed} hours,`,
    `the first ${firstDays} days taken off; with them the log has ${result.logWithFirst} and the tables ${result.tablesWithFirst}`,
    result.machine,
    `log: ${totalOf(log)} (bar <= ${result.logBar})`,
    ...lines(log),
    `tables: ${totalOf(tables)} (bar <= ${result.tablesBar})`,
    ...lines(tables),
    result.holds ? 'holds' : 'FAILS',
  ].join('\n');
}
