import type { Lifecycle } from '../../shared/async/lifecycle.ts';
import { dayMs } from '../../shared/domain/durations.ts';
import { skills } from '../../shared/domain/skill.ts';
import { xpBucketMs } from '../../shared/domain/xp-resolution.ts';
import { findRunningServer } from '../../shared/postgres/embedded/embedded-postgres.ts';
import { type Benchmark, inRounds } from './support/benchmark.ts';
import { type Figure, figureOf } from './support/figures.ts';
import { benchBoss, firstItemId } from './support/fill-guild.ts';
import { type FilledFolder, fillFolder } from './support/filled-hub.ts';
import { type RunningHub, startHub } from './support/hub-process.ts';
import type { JsonRivalJob } from './support/json-rival.ts';
import { cpuDuring, type Server } from './support/process-cpu.ts';
import { startWorker } from './support/worker.ts';

/** The variables are for a smaller guild. */
const accounts = Number(process.env.BENCH_ACCOUNTS ?? 5_000);
const guildEvents = Number(process.env.BENCH_EVENTS ?? 10_000_000);
const keys = 30;
const requestsPerMinute = 6_000;
const rounds = 3;
/** Bounds of the requests for a case in a round. */
const [requestsMin, requestsMax, caseMs] = [6, 60, 1_500];
/** Answers that are not kept: a range, skill, limit or time zone that was not asked before. */
const newAnswers = { requests: 6, zones: 24 };
const newSuffix = ', new';

interface Guild extends FilledFolder, RunningHub {
  /** The id of the competition of each metric. */
  readonly competitionIds: Readonly<Record<string, string>>;
}

type Path = (request: number) => string;

/** Answers that may have more than 64 KB. The name is a route of the rival, too. */
const longAnswers = ['drops', 'collection-log', 'bank'] as const;

export const guildBenchmark: Benchmark = {
  summary: 'achievements, drops, items and boards of 5,000 accounts with ten million events',
  run: async (lifecycle) => {
    const folder = await fillFolder(lifecycle, { accounts, keys, requestsPerMinute, guildEvents });
    return measureGuild(lifecycle, folder);
  },
};

export async function measureGuild(
  lifecycle: Lifecycle,
  folder: FilledFolder,
  only = /./,
): Promise<Figure[]> {
  const hub = await startHub(lifecycle, folder.dataDir);
  const guild = { ...folder, ...hub, competitionIds: await readCompetitions(hub.url, folder.keys) };
  const databaseUrl = await findRunningServer(folder.dataDir);
  const rival = startWorker<JsonRivalJob, { port: number }>(lifecycle, './json-rival.ts');
  const { port } = await rival.run({ databaseUrl: databaseUrl ?? '' });
  const besides = { pid: rival.pid, postgresPid: hub.postgresPid };
  const figures: Figure[] = [];
  for (const [name, path] of Object.entries(shortAnswers(guild))) {
    if (!only.test(name)) continue;
    const measured = await inRounds(rounds, () =>
      readOften(guild, hub, (n) => `${hub.url}/api/v1${path(n)}`, name.endsWith(newSuffix)),
    );
    figures.push(...figuresOf(name, measured));
  }
  for (const name of longAnswers) {
    if (!only.test(name)) continue;
    const measured = await inRounds(rounds, async () => ({
      hub: await readOften(guild, hub, (n) => `${hub.url}/api/v1/accounts/${accountOf(guild, n)}/${name}`),
      rival: await readOften(
        guild,
        besides,
        (n) => `http://127.0.0.1:${port}/${name}/${accountOf(guild, n)}`,
      ),
    }));
    figures.push(
      ...figuresOf(
        name,
        measured.map((round) => round.hub),
      ),
    );
    figures.push(figureOf(`${name}: json_agg: body`, 'bytes', measured, (each) => each.rival.bytes));
    figures.push(
      figureOf(`${name}: CPU to json_agg`, 'times', measured, (each) => each.hub.cpuMs / each.rival.cpuMs),
    );
  }
  return figures;
}

function shortAnswers(guild: Guild): Readonly<Record<string, Path>> {
  const of =
    (part: string): Path =>
    (n) =>
      `/accounts/${accountOf(guild, n)}/${part}`;
  const board =
    (path: string): Path =>
    (n) =>
      `/leaderboards/${path}&around=${accountOf(guild, n)}`;
  const now = Date.now();
  const since = (days: number, n = 0) =>
    `from=${new Date(now - days * dayMs - n * xpBucketMs['5m']).toISOString()}`;
  const skillOf = (n: number) => skills[n % skills.length]?.toLowerCase();
  const team = `accounts=${guild.accountIds.slice(0, 50).join()}`;
  return {
    kills: of('kills'),
    progress: of('progress'),
    records: of('records'),
    'activity days': of('activity-days'),
    'drops of a month': of(`drops?${since(30)}`),
    'two items': (n) => `/items?items=${firstItemId + n},${firstItemId + n + 7}`,
    'items by word': () => '/items?items=rune',
    'guild, new': (n) => `/guild?tz=Etc/GMT${zoneOf(n)}`,
    'guild, kept': () => '/guild',
    levels: board('levels?skill=slayer'),
    'levels, new': (n) => `/leaderboards/levels?skill=${skillOf(n)}`,
    'boss kills': board(`kills?boss=${encodeURIComponent(benchBoss)}`),
    'collection logs': board('collection-log?limit=10'),
    'best weeks': board('records?period=week'),
    'best weeks, new': (n) => `/leaderboards/records?period=week&skill=${skillOf(n)}`,
    'gains of a day': () => `/leaderboards/gains?${since(1)}`,
    'gains of a day, new': (n) => `/leaderboards/gains?${since(1, n)}`,
    'gains of a week': () => `/leaderboards/gains?${since(7)}`,
    'gains of a week, new': (n) => `/leaderboards/gains?${since(7, n)}`,
    'gains of a month': () => `/leaderboards/gains?${since(30)}`,
    'gains of a week, one skill': () => `/leaderboards/gains?${since(7)}&skill=slayer`,
    'gains of a week, 50 accounts': () => `/leaderboards/gains?${since(7)}&${team}`,
    'loot of a week': () => '/leaderboards/loot?period=week',
    'loot by item of a day': () => `/leaderboards/loot?group=item&${since(1)}`,
    'loot by item of a week': () => `/leaderboards/loot?group=item&${since(7)}`,
    'loot by item of a week, new': (n) => `/leaderboards/loot?group=item&${since(7, n)}`,
    'loot by item of a month': () => `/leaderboards/loot?group=item&${since(30)}`,
    'loot by item of a week, 50 accounts': () => `/leaderboards/loot?group=item&${since(7)}&${team}`,
    competitions: () => '/competitions',
    ...Object.fromEntries(
      Object.entries(guild.competitionIds).map(([kind, id]) => [
        `competition of ${kind}`,
        () => `/competitions/${id}`,
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(guild.competitionIds).map(([kind, id]) => [
        `competition of ${kind}${newSuffix}`,
        (n: number) => `/competitions/${id}?limit=${500 - (n % 499)}`,
      ]),
    ),
  };
}

let asked = 0;

interface Reading {
  readonly requests: number;
  readonly bytes: number;
  readonly cpuMs: number;
}

/** @returns the means of an answer */
async function readOften({ keys }: Guild, server: Server, urlOf: Path, isNew = false): Promise<Reading> {
  let [requests, bytes] = [0, 0];
  const startedAt = performance.now();
  const isDone = () =>
    isNew
      ? requests === newAnswers.requests
      : requests >= requestsMin && (requests >= requestsMax || performance.now() - startedAt > caseMs);
  const { cpu } = await cpuDuring(server, async () => {
    for (; !isDone(); requests += 1) {
      asked += 1;
      const headers = { authorization: `Bearer ${keys[asked % keys.length]}`, 'accept-encoding': 'identity' };
      const url = urlOf(asked);
      const answer = await fetch(url, { headers });
      bytes += (await answer.arrayBuffer()).byteLength;
      if (answer.status !== 200) throw new Error(`${url} was answered ${answer.status}`);
    }
  });
  return { requests, bytes: bytes / requests, cpuMs: (cpu.nodeMs + cpu.postgresMs) / requests };
}

function figuresOf(name: string, measured: readonly Reading[]): Figure[] {
  return [
    figureOf(`${name}: CPU`, 'ms', measured, ({ cpuMs }) => cpuMs),
    figureOf(`${name}: body`, 'bytes', measured, ({ bytes }) => bytes),
  ];
}

function accountOf({ accountIds }: Guild, request: number): string {
  return accountIds[(request * 37) % accountIds.length] ?? '';
}

function zoneOf(request: number): string {
  const hours = (request % newAnswers.zones) - 11;
  return encodeURIComponent(hours < 0 ? String(hours) : `+${hours}`);
}

async function readCompetitions(url: string, [key]: readonly string[]): Promise<Record<string, string>> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${url}/api/v1/competitions`, { headers });
  const { data } = (await answer.json()) as {
    data: { competitions: { id: string; metric: { kind: string } }[] };
  };
  return Object.fromEntries(data.competitions.map(({ id, metric }) => [metric.kind, id]));
}
