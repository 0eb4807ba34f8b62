import { partitionOf, streams } from '../../shared/events/streams.ts';
import { seededRandom } from '../support/seeded-random.ts';

/** What a unit of work takes of the parts of a hub, each a process, as measured in one run. */
export interface UnitCosts {
  /**
   * CPU of one more report in a second, ms, and cores beside that: what a part does with none, or for a batch of any size. A
   * query process follows every report, however many query processes there are.
   */
  readonly report: PartCosts;
  readonly besides: PartCosts;
  /** CPU of a query process for each account in the body of a poll, ms. */
  readonly polledAccount: number;
  /** Memory of a query process without an account, MB, and for each account, KB. */
  readonly baseMegabytes: number;
  readonly accountKilobytes: number;
  /** Of an account in a body, plain. */
  readonly bodyKilobytes: number;
}

export interface PartCosts {
  readonly ingest: number;
  readonly projector: number;
  readonly query: number;
  readonly postgres: number;
  /** Null without one. */
  readonly broker: number | null;
}

/** What a guild does at its busiest: everybody plays. */
export interface GuildLoad {
  readonly players: number;
  readonly reportsPerSecond: number;
  readonly pollsPerSecond: number;
}

/** What one part has to do for a guild. */
export interface Need {
  readonly part: Part;
  /** How many, in the unit of its bound. */
  readonly amount: number;
  /** What it can be at most; null where it may be any number of processes. */
  readonly most: number | null;
}

export type Part = keyof typeof bounds;

/** Of a core, since a process that is busier than this answers late. */
const busyMax = 0.7;
const pollEverySeconds = 2;
const { partitions } = streams['hub.state'];

/** What each part is counted in, and its bound. */
export const bounds = {
  ingest: { unit: 'processes', most: null },
  /** One for each partition. */
  projector: { unit: 'processes', most: partitions },
  query: { unit: 'processes', most: null },
  /** Of one core, for what each query process does however many there are: follow all reports, and answer one poller. */
  'each query': { unit: 'of a core', most: busyMax },
  /** What compose lets a query process have. */
  'query memory': { unit: 'MB', most: 1_024 },
  /** What known clients read of one answer. */
  'full snapshot': { unit: 'MB', most: 64 },
  /** One server: the largest that is common. */
  PostgreSQL: { unit: 'cores', most: 32 },
  broker: { unit: 'cores', most: null },
} as const satisfies Record<string, { readonly unit: string; readonly most: number | null }>;

export function needsOf(costs: UnitCosts, guild: GuildLoad): Need[] {
  const { report, besides, polledAccount } = costs;
  const { players, reportsPerSecond, pollsPerSecond } = guild;
  const cores = (part: keyof PartCosts) =>
    (besides[part] ?? 0) + ((report[part] ?? 0) * reportsPerSecond) / 1_000;
  const poll = (polledAccount * players) / 1_000;
  const following = cores('query');
  const eachQuery = following + poll / pollEverySeconds;
  const amounts: Record<Part, number | null> = {
    ingest: Math.ceil(cores('ingest') / busyMax),
    projector: projectorsFor(cores('projector'), players),
    query: queriesFor(following, poll * pollsPerSecond),
    'each query': eachQuery,
    'query memory': costs.baseMegabytes + (costs.accountKilobytes * players) / 1_024,
    'full snapshot': (costs.bodyKilobytes * players) / 1_024,
    PostgreSQL: cores('postgres'),
    broker: report.broker === null ? null : cores('broker'),
  };
  return Object.entries(bounds).flatMap(([part, { most }]) => {
    const amount = amounts[part as Part];
    return amount === null ? [] : [{ part: part as Part, amount, most }];
  });
}

/** Whether it needs more than it can be. */
export function isFull({ amount, most }: Need): boolean {
  return most !== null && amount > most;
}

/**
 * Projectors that share the partitions of each projection evenly, until the one with the busiest partitions is not too busy; one
 * more than there are partitions where that one partition is too much for a process.
 */
function projectorsFor(cores: number, players: number): number {
  const busiest = busiestShare(players);
  for (let processes = 1; processes <= partitions; processes += 1) {
    const share = Math.min(1, Math.ceil(partitions / processes) * busiest);
    if (cores * share <= busyMax) return processes;
  }
  return partitions + 1;
}

/** Each follows all reports, so that only what is left of it answers polls. Infinite where nothing is left. */
function queriesFor(following: number, polling: number): number {
  const left = busyMax - following;
  return left <= 0 ? Number.POSITIVE_INFINITY : Math.max(1, Math.ceil(polling / left));
}

/** With more accounts it hardly falls any further. */
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

/** How many reports and polls there are for each player. */
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

/** The most players that a part is enough for, to three digits; null where more processes always help. */
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

/** Beyond it nothing is looked for. */
const largestGuild = 1_000_000;
