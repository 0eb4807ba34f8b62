import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { createCompetition } from '../../../projections/access/commands/competitions/define-competition.ts';
import { executeCommands } from '../../../projections/access/commands/execute-command.ts';
import { createApiKey } from '../../../projections/access/commands/keys/create-api-key.ts';
import { newApiKey } from '../../../projections/access/commands/keys/new-api-key.ts';
import { shareCategory } from '../../../projections/access/commands/sharing/share-category.ts';
import { readRetention } from '../../../services/cli/settings.ts';
import { enrolMembers } from '../../../services/demo/enrolment.ts';
import type { HubCore } from '../../../services/standalone/open-core.ts';
import { readStandaloneSettings } from '../../../services/standalone/settings.ts';
import { type Standalone, startStandalone } from '../../../services/standalone/start-standalone.ts';
import { pollUntil } from '../../../shared/async/waiting.ts';
import { categories } from '../../../shared/domain/category.ts';
import { competitionKinds } from '../../../shared/domain/competition.ts';
import { dayMs } from '../../../shared/domain/durations.ts';
import { overall } from '../../../shared/domain/skill.ts';
import { maintainLog } from '../../../shared/log/postgres/maintenance/log-maintenance.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { openDatabase } from '../../../shared/postgres/open-database.ts';
import { readProjectionStatus } from '../../../shared/projection/upkeep/projection-status.ts';
import { pairDevices } from '../../support/hub/pair-devices.ts';
import { createReportSource } from '../../support/hub/report-source.ts';
import { benchBoss, fillGuild } from './fill-guild.ts';
import { fillFeed, fillItems, fillTrails } from './fill-tables.ts';
import { fillTiles, type TileBytes } from './fill-tiles.ts';
import { logRecords } from './log-records.ts';
import { serveJobs } from './worker.ts';

/** Another process fills the hub, so that the measured hub holds nothing of this work. */
export interface FillJob {
  readonly dataDir: string;
  /** More settings of the hub that is filled. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Each of another member, with a device that has reported once. */
  readonly accounts: number;
  /** Service keys that read everything. */
  readonly keys: number;
  readonly requestsPerMinute?: number;
  /** User keys of each of the first two members. */
  readonly memberKeys?: number;
  /** Events of a year in the feed. */
  readonly feedEvents?: number;
  /** The accounts gave one name to this many ids of items, and each drop has coins. */
  readonly idsOfName?: number;
  /** Days with four hours of play, in the trail of each account. */
  readonly trailDays?: number;
  /**
   * Hours of tiles up to now. Half of the accounts plays as the demo does, the others never stop
   * running.
   */
  readonly tileHours?: number;
  /** Records of all kinds in the log. */
  readonly logRecords?: number;
  /**
   * Events of a year in the feed, most of them drops. The guild also has banks, kills,
   * achievements, records, a year of play, and a competition of each metric.
   */
  readonly guildEvents?: number;
}

export interface FilledGuild {
  /** A device's token for each account. */
  readonly tokens: readonly string[];
  readonly keys: readonly string[];
  readonly memberKeys: readonly (readonly string[])[];
  readonly accountIds: readonly string[];
  /** Null without `tileHours`. */
  readonly tileBytes: TileBytes | null;
}

const importedAtOnce = 5_000;
const reportsAtOnce = 20;
/** A busy hub refuses some first reports. */
const retryMs = 1_000;
const projectedWithinMs = 300_000;

let hub: Standalone | undefined;

serveJobs<FillJob, FilledGuild>(fill, async () => {
  await hub?.close();
});

async function fill(job: FillJob): Promise<FilledGuild> {
  const settings = readStandaloneSettings({
    DATA_DIR: job.dataDir,
    PORT: '0',
    LOG_LEVEL: 'warn',
    BACKUP_ENABLED: 'false',
    ...job.settings,
  });
  hub = await startStandalone(settings, createLogger({ name: 'hub', level: 'warn' }, pino.destination(2)));
  const { core, port } = hub;
  await core.directory.atLeast(0, 10_000);
  const names = Array.from({ length: job.accounts }, (_, index) => `Member ${index}`);
  const members = await enrolMembers(core, names);
  const keys = await createKeys(core, { ...job, memberId: null });
  const memberKeys: string[][] = [];
  for (const memberId of [...members.values()].slice(0, 2))
    memberKeys.push(await createKeys(core, { keys: job.memberKeys ?? 0, memberId }));
  const tokens = await pairDevices(core, [...members.values()]);
  await sendFirstReports(port, tokens);
  const accountIds = await accountsOf(core, job.accounts);
  await importRecords(core, job.logRecords ?? 0);
  if ((job.guildEvents ?? 0) > 0) await openGuild(core, accountIds);
  await untilProjected(core);
  const { tileHours: hours = 0 } = job;
  const projected = () => untilProjected(core);
  const tileBytes = hours > 0 ? await fillTiles(core, accountIds, { hours, projected }) : null;
  await fillTables(core.databaseUrl, accountIds, job);
  return { tokens, keys, memberKeys, accountIds, tileBytes };
}

/** @param memberId null for service keys */
async function createKeys(
  core: HubCore,
  job: Pick<FillJob, 'keys' | 'requestsPerMinute'> & { readonly memberId: string | null },
): Promise<string[]> {
  const keys = Array.from({ length: job.keys }, newApiKey);
  const directory = core.directory.current();
  const created = keys.map((key, index) =>
    createApiKey(directory, {
      key,
      memberId: job.memberId,
      name: `Reader ${index}`,
      categories,
      accountIds: null,
      rateLimitPerMinute: job.requestsPerMinute,
      expiresAt: null,
      actor: 'hub',
    }),
  );
  await executeCommands(core, created, { withinMs: 20_000 });
  return keys.map(({ key }) => key);
}

/** The first report of a device creates its account. */
async function sendFirstReports(port: number, tokens: readonly string[]): Promise<void> {
  const source = createReportSource(tokens.length);
  let next = 0;
  async function sendInTurn(): Promise<void> {
    for (let player = next++; player < tokens.length; player = next++) {
      const headers = {
        'content-type': 'application/json',
        'x-osrs-exporter-version': '1.6.0',
        'x-osrs-token': tokens[player] ?? '',
      };
      const request = { method: 'POST', headers, body: source.next(player) };
      const isTaken = async () => {
        const answer = await fetch(`http://127.0.0.1:${port}/api/osrs-data/events`, request);
        await answer.arrayBuffer();
        return answer.status === 200 || null;
      };
      if ((await pollUntil(isTaken, { withinMs: 20_000, everyMs: retryMs })) === null) {
        throw new Error('the hub refused a first report for 20 s');
      }
    }
  }
  await Promise.all(Array.from({ length: reportsAtOnce }, sendInTurn));
}

async function accountsOf({ directory }: HubCore, count: number): Promise<string[]> {
  const known = async () => {
    const { accounts } = directory.current();
    return accounts.size === count ? [...accounts.keys()].sort() : null;
  };
  const accountIds = await pollUntil(known, { withinMs: 20_000, everyMs: 100 });
  if (accountIds === null) throw new Error('the directory does not have all accounts');
  return accountIds;
}

/** Shares banks, which are private at first. The competitions run for a week. */
async function openGuild(core: HubCore, accountIds: readonly string[]): Promise<void> {
  const directory = core.directory.current();
  const guild = { category: 'bank', audience: 'guild', memberIds: [], actor: 'hub' } as const;
  const times = { from: Date.now() - 7 * dayMs, to: Date.now() + dayMs, teams: [] };
  const names = { xp: overall, kills: benchBoss, drops: null };
  const competitions = competitionKinds.map((kind) =>
    createCompetition(directory, {
      ...{ competitionId: randomUUID(), title: kind, metric: { kind, name: names[kind] } },
      ...{ ...times, actor: 'hub' },
    }),
  );
  const shared = accountIds.map((accountId) => shareCategory(directory, { accountId, ...guild }));
  await executeCommands(core, [...shared, ...competitions], { withinMs: 120_000 });
}

async function importRecords({ journal }: HubCore, count: number): Promise<void> {
  for (let first = 0; first < count; first += importedAtOnce) {
    await journal.import(logRecords(first, Math.min(count, first + importedAtOnce)));
  }
}

/** Deletes superseded records and packs the others, as a hub does over the next minutes. */
async function packLog(database: Database): Promise<void> {
  const retention = readRetention();
  while ((await maintainLog(database, retention)).more);
}

async function fillTables(url: string, accountIds: readonly string[], job: FillJob): Promise<void> {
  const database = openDatabase({ url, name: 'bench', maxConnections: 1, statementTimeoutMs: 600_000 });
  try {
    const { feedEvents = 0, idsOfName = 0, trailDays = 0, guildEvents = 0 } = job;
    if (feedEvents > 0) await fillFeed(database, accountIds, feedEvents);
    if (idsOfName > 0) await fillItems(database, accountIds, idsOfName);
    if (guildEvents > 0) await fillGuild(database, accountIds, guildEvents);
    if (trailDays > 0) await fillTrails(database, accountIds, trailDays);
    await packLog(database);
    // PostgreSQL would do both during the measurement.
    await database.run({ text: 'vacuum (analyze)' });
    await database.run({ text: 'checkpoint' });
  } finally {
    await database.close();
  }
}

async function untilProjected({ database, journal }: HubCore): Promise<void> {
  const isProjected = async () => {
    const statuses = await readProjectionStatus(database, journal.log);
    return statuses.every(({ lag_events }) => lag_events === 0) || null;
  };
  if ((await pollUntil(isProjected, { withinMs: projectedWithinMs, everyMs: 500 })) === null) {
    throw new Error('the projections did not catch up with the log');
  }
}
