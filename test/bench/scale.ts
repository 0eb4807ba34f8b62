import { partitionOf, streams } from '../../shared/events/streams.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { aligned } from './support/figures.ts';

/** Measured costs of a unit of work, with one process for each part of the hub. */
export interface UnitCosts {
  /** CPU of one more report in a second, ms. */
  readonly report: PartCosts;
  /** Cores of a part without any report. */
  readonly idle: PartCosts;
  /** CPU of a query process for each account in the body of a poll, ms. */
  readonly polledAccount: number;
  /** Memory of a query process without an account, MB, and for each account, KB. */
  readonly baseMegabytes: number;
  readonly accountKilobytes: number;
  /** An account in an uncompressed body. */
  readonly bodyKilobytes: number;
}

export interface PartCosts {
  readonly ingest: number;
  readonly projector: number;
  readonly query: number;
  readonly postgres: number;
  readonly kafka: number;
}

/**
 * Measured by `measure-scale.ts` on 2026-11-29, at 100 reports a second of 5,000 accounts. The
 * machine was busy, and a higher rate costs less for each report, so guilds need less than this.
 */
const measuredCosts: UnitCosts = {
  report: { ingest: 2.7, projector: 1.03, query: 0.02, postgres: 0.995, kafka: 1.25 },
  idle: { ingest: 0.006, projector: 0.027, query: 0.002, postgres: 0.008, kafka: 0.038 },
  polledAccount: 0.0094,
  baseMegabytes: 55,
  accountKilobytes: 31,
  bodyKilobytes: 4.2,
};

/** The load of a guild when everybody plays. */
export interface GuildLoad {
  readonly players: number;
  readonly reportsPerSecond: number;
  readonly pollsPerSecond: number;
}

export interface Need {
  readonly part: Part;
  /** In the unit of the part's bound. */
  readonly amount: number;
  /** Null where any number of processes may share the work. */
  readonly most: number | null;
}

export type Part = keyof typeof bounds;

/** Share of a core: a busier process answers late. */
const busyMax = 0.7;
const pollEverySeconds = 2;
const { partitions } = streams['hub.state'];

export const bounds = {
  ingest: { unit: 'processes', most: null },
  projector: { unit: 'processes', most: partitions },
  query: { unit: 'processes', most: null },
  /** Work that query processes do not share: each follows all reports and answers one poller. */
  'each query': { unit: 'of a core', most: busyMax },
  /** The memory limit of a query process in compose. */
  'query memory': { unit: 'MB', most: 1_024 },
  /** The largest answer that known clients read. */
  'full snapshot': { unit: 'MB', most: 64 },
  /** The largest common server. */
  PostgreSQL: { unit: 'cores', most: 32 },
  /** Partitions are spread over brokers. Each replica costs the same again. */
  Kafka: { unit: 'cores', most: null },
} as const satisfies Record<string, { readonly unit: string; readonly most: number | null }>;

const parts = Object.keys(bounds) as Part[];

export function needsOf(costs: UnitCosts, guild: GuildLoad): Need[] {
  const { report, idle, polledAccount } = costs;
  const { players, reportsPerSecond, pollsPerSecond } = guild;
  const cores = (part: keyof PartCosts) => idle[part] + (report[part] * reportsPerSecond) / 1_000;
  const poll = (polledAccount * players) / 1_000;
  const following = cores('query');
  const eachQuery = following + poll / pollEverySeconds;
  const amounts: Record<Part, number> = {
    ingest: Math.ceil(cores('ingest') / busyMax),
    projector: projectorsFor(cores('projector'), players),
    query: queriesFor(following, poll * pollsPerSecond),
    'each query': eachQuery,
    'query memory': costs.baseMegabytes + (costs.accountKilobytes * players) / 1_024,
    'full snapshot': (costs.bodyKilobytes * players) / 1_024,
    PostgreSQL: cores('postgres'),
    Kafka: cores('kafka'),
  };
  return parts.map((part) => ({ part, amount: amounts[part], most: bounds[part].most }));
}

export function isFull({ amount, most }: Need): boolean {
  return most !== null && amount > most;
}

/** @returns `partitions` plus 1 when no number of projectors is enough */
function projectorsFor(cores: number, players: number): number {
  const busiest = busiestShare(players);
  for (let processes = 1; processes <= partitions; processes += 1) {
    const share = Math.min(1, Math.ceil(partitions / processes) * busiest);
    if (cores * share <= busyMax) return processes;
  }
  return partitions + 1;
}

/** Each query process follows all reports, and answers polls with the rest of its core. */
function queriesFor(following: number, polling: number): number {
  const left = busyMax - following;
  return left <= 0 ? Number.POSITIVE_INFINITY : Math.max(1, Math.ceil(polling / left));
}

/** With more accounts the share hardly falls. */
const simulatedMax = 20_000;

/** The share of the accounts in the fullest partition, simulated with random ids. */
export function busiestShare(players: number): number {
  const random = seededRandom(1);
  const simulated = Math.min(players, simulatedMax);
  const counts = Array.from({ length: partitions }, () => 0);
  for (let player = 0; player < simulated; player += 1) {
    const partition = partitionOf('hub.state', random().toString(36));
    counts[partition] = (counts[partition] ?? 0) + 1;
  }
  return Math.max(...counts) / simulated;
}

export interface PerPlayer {
  readonly reportsPerSecond: number;
  readonly pollsPerSecond: number;
}

export function guildOf(players: number, each: PerPlayer): GuildLoad {
  return {
    players,
    reportsPerSecond: players * each.reportsPerSecond,
    pollsPerSecond: players * each.pollsPerSecond,
  };
}

const largestGuild = 1_000_000;

/** @returns players, to three digits; null when the part is enough for a million */
export function playersUntilFull(costs: UnitCosts, part: Part, each: PerPlayer): number | null {
  const isEnough = (players: number) =>
    !needsOf(costs, guildOf(players, each)).some((need) => need.part === part && isFull(need));
  let [enough, tooMany] = [1, largestGuild];
  if (isEnough(tooMany)) return null;
  while (tooMany / enough > 1.005) {
    const middle = Math.ceil(Math.sqrt(enough * tooMany));
    if (middle >= tooMany) break;
    if (isEnough(middle)) enough = middle;
    else tooMany = middle;
  }
  return Number(enough.toPrecision(3));
}

/** Everybody plays and sends a report in 5 s; one in 50 has a map open that polls every 2 s. */
const busyGuild: PerPlayer = { reportsPerSecond: 0.2, pollsPerSecond: 0.01 };
const guildSizes = [500, 5_000, 50_000];

export interface ScaleResult {
  readonly bench: 'scale';
  readonly guilds: readonly { readonly players: number; readonly needs: readonly Need[] }[];
  /** Players; null where more processes always help. */
  readonly fullAt: Readonly<Record<string, number | null>>;
}

export function workOutScale(): ScaleResult {
  return {
    bench: 'scale',
    guilds: guildSizes.map((players) => ({
      players,
      needs: needsOf(measuredCosts, guildOf(players, busyGuild)),
    })),
    fullAt: Object.fromEntries(parts.map((part) => [part, playersUntilFull(measuredCosts, part, busyGuild)])),
  };
}

export function describeScale({ guilds, fullAt }: ScaleResult): string {
  const rows = parts.map((part, index) => [
    `${part}, ${bounds[part].unit}`,
    ...guilds.map(({ needs }) => amountText(needs[index]?.amount ?? Number.NaN)),
    fullAt[part] === null ? 'more processes help' : `${fullAt[part]} players`,
  ]);
  const head = ['', ...guilds.map(({ players }) => `${players} players`), 'full at'];
  return aligned([head, ...rows]);
}

function amountText(amount: number): string {
  if (!Number.isFinite(amount)) return 'no number is enough';
  return String(Number.isInteger(amount) ? amount : Number(amount.toPrecision(2)));
}
