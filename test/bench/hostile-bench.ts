import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import pg from 'pg';
import { type FilledHub, startFilledHub } from './filled-hub.ts';
import { holdConnections } from './hostile-connections.ts';
import { type Attack, attacks } from './hostile-reports.ts';
import type { LoadJob, LoadResult } from './load.ts';
import { machine } from './machine.ts';
import { pollSnapshot } from './poll-snapshot.ts';
import { residentMegabytes } from './process-cpu.ts';
import { startWorker, type Worker } from './workers.ts';

/** A hub with a guild that plays and is watched, while one member's devices attack it. */
export interface HostileResult {
  readonly bench: 'hostile';
  readonly machine: string;
  readonly players: number;
  readonly pollers: number;
  readonly barMegabytes: number;
  readonly grownBarMegabytes: number;
  readonly highestMegabytes: number;
  readonly holds: boolean;
  readonly attacks: readonly AttackResult[];
  readonly connections: ConnectionsResult;
}

/** The guild while one address opens as many connections as it can. */
interface ConnectionsResult {
  readonly tried: number;
  readonly open: number;
  readonly bar: number;
  readonly guild: Readonly<Record<string, number>>;
}

interface AttackResult {
  readonly attack: string;
  readonly reports: number;
  readonly devices: number;
  readonly seconds: number;
  /** What the attacker was answered. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly sentMegabytes: number;
  readonly highestMegabytes: number;
  /** Of the database, with what the guild sent meanwhile. */
  readonly grownMegabytesPerDevice: number;
  /** What the guild's own reports were answered meanwhile. */
  readonly guild: Readonly<Record<string, number>>;
  readonly guildP99Ms: number;
}

const compress = promisify(gzip);
const barMegabytes = 250;
/** `DEVICE_HOURLY_MB` is 128, and each byte is stored three times: as the raw payload, as events of the log, and in the feed. */
const grownBarMegabytes = 450;
const pollers = 10;
/** Of each player: one in ten is in combat, and reports every second. */
const guildReportsPerSecond = 0.1;
const atOnce = 16;
const sampleEveryMs = 250;
const settleMs = 5_000;
/** The default of `CONNECTIONS_PER_ADDRESS`. */
const connectionsPerAddress = 256;

export interface HostileOptions {
  readonly players: number;
  readonly onAttack: (result: AttackResult) => void;
}

export async function benchHostile({ players, onAttack }: HostileOptions): Promise<HostileResult> {
  const attackers = attacks.reduce((sum, { devices }) => sum + devices, 0);
  const hub = await startFilledHub({ accounts: players + attackers, keys: pollers });
  const load = startWorker<LoadJob, LoadResult>('./load.ts');
  const polling = new AbortController();
  try {
    const guild = hub.tokens.slice(0, players);
    const hostile = hub.tokens.slice(players);
    // Everybody's first report, before anybody attacks.
    await load.run({
      kind: 'reports',
      port: hub.port,
      tokens: guild,
      perSecond: 100,
      seconds: players / 100,
    });
    const polls = Promise.all(
      hub.keys.map((key, index) => pollSnapshot(hub.url, key, index, polling.signal)),
    );
    const results: AttackResult[] = [];
    for (const attack of attacks) {
      const tokens = hostile.splice(0, attack.devices);
      const result = await Promise.race([
        underAttack({ hub, load, guild }, attack, tokens),
        failureOf(polls),
      ]);
      onAttack(result);
      results.push(result);
    }
    const connections = await Promise.race([underConnections(load, hub.port, guild), failureOf(polls)]);
    const highestMegabytes = Math.max(...results.map((result) => result.highestMegabytes));
    return {
      bench: 'hostile',
      machine: machine(),
      players,
      pollers,
      barMegabytes,
      grownBarMegabytes,
      highestMegabytes,
      holds:
        highestMegabytes < barMegabytes &&
        results.every(holds) &&
        connections.open <= connections.bar &&
        allServed(connections.guild),
      attacks: results,
      connections,
    };
  } finally {
    polling.abort();
    await Promise.all([load.stop(), hub.stop()]);
  }
}

async function underConnections(
  load: Worker<LoadJob, LoadResult>,
  port: number,
  tokens: readonly string[],
): Promise<ConnectionsResult> {
  const held = await holdConnections(port);
  try {
    const perSecond = tokens.length * guildReportsPerSecond;
    const answers = await load.run({ kind: 'reports', port, tokens, perSecond, seconds: 5 });
    return { tried: held.tried, open: held.open, bar: connectionsPerAddress, guild: answers.statuses };
  } finally {
    held.close();
  }
}

interface UnderAttack {
  readonly hub: FilledHub;
  readonly load: Worker<LoadJob, LoadResult>;
  readonly guild: readonly string[];
}

async function underAttack(
  { hub, load, guild }: UnderAttack,
  attack: Attack,
  tokens: readonly string[],
): Promise<AttackResult> {
  const before = await databaseMegabytes(hub.databaseUrl);
  const startedAt = performance.now();
  const attacking = sendAttack(hub.url, attack, tokens);
  const memory = watchMemory(hub.pid);
  const plays = playUntil(load, hub.port, guild, attacking);
  // When the attack fails the load is stopped: what the attack failed with is to be seen, and not that.
  plays.catch(() => {});
  const sent = await attacking;
  const seconds = (performance.now() - startedAt) / 1_000;
  const guildAnswers = await plays;
  await pause(settleMs);
  return {
    attack: attack.name,
    reports: attack.reports,
    devices: attack.devices,
    seconds: Math.round(seconds * 10) / 10,
    ...sent,
    highestMegabytes: Math.round(memory.highest()),
    grownMegabytesPerDevice: Math.round(
      ((await databaseMegabytes(hub.databaseUrl)) - before) / attack.devices,
    ),
    ...guildAnswers,
  };
}

/** The attacker's reports, 16 at a time; a device that is refused for its volume gives way to the next. */
async function sendAttack(url: string, { reports, body }: Attack, tokens: readonly string[]) {
  const statuses: Record<string, number> = {};
  let sentBytes = 0;
  let sent = 0;
  async function sendSome(): Promise<void> {
    while (sent < reports) {
      const number = sent;
      sent += 1;
      const token = tokens[Math.floor((number / reports) * tokens.length)] ?? '';
      const text = JSON.stringify(body(number));
      sentBytes += text.length;
      const answer = await fetch(`${url}/api/osrs-data/events`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-encoding': 'gzip',
          'x-osrs-exporter-version': '1.6.0',
          'x-osrs-token': token,
        },
        body: await compress(text, { level: 1 }),
      });
      await answer.arrayBuffer();
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendSome));
  return { statuses, sentMegabytes: Math.round(sentBytes / 1e6) };
}

/** The guild's reports, a second at a time, until the attack is over. */
async function playUntil(
  load: Worker<LoadJob, LoadResult>,
  port: number,
  tokens: readonly string[],
  over: Promise<unknown>,
) {
  let attacked = true;
  const ended = over.finally(() => {
    attacked = false;
  });
  ended.catch(() => {});
  const statuses: Record<string, number> = {};
  let guildP99Ms = 0;
  while (attacked) {
    const perSecond = tokens.length * guildReportsPerSecond;
    const job = { kind: 'reports', port, tokens, perSecond, seconds: 5 } as const;
    const answers = await load.run(job);
    for (const [status, count] of Object.entries(answers.statuses))
      statuses[status] = (statuses[status] ?? 0) + count;
    guildP99Ms = Math.max(guildP99Ms, Math.round(answers.p99Ms));
  }
  return { guild: statuses, guildP99Ms };
}

function watchMemory(pid: number): { highest(): number } {
  let highest = 0;
  const timer = setInterval(() => {
    highest = Math.max(highest, residentMegabytes(pid));
  }, sampleEveryMs);
  return {
    highest: () => {
      clearInterval(timer);
      return highest;
    },
  };
}

async function databaseMegabytes(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query(
      'SELECT pg_database_size(current_database())::float8 / 1e6 AS megabytes',
    );
    return rows[0].megabytes;
  } finally {
    await client.end();
  }
}

/** @throws what the first of them throws */
async function failureOf(polls: Promise<unknown>): Promise<never> {
  await polls;
  return new Promise(() => {});
}

function holds({ guild, grownMegabytesPerDevice }: AttackResult): boolean {
  return allServed(guild) && grownMegabytesPerDevice < grownBarMegabytes;
}

function allServed(statuses: Readonly<Record<string, number>>): boolean {
  return Object.keys(statuses).every((status) => status === '200');
}

export function describeHostile({ machine: where, ...result }: HostileResult): string {
  const counts = (statuses: Readonly<Record<string, number>>) =>
    Object.entries(statuses)
      .map(([status, count]) => `${count} x ${status}`)
      .join(', ');
  return [
    `hostile, resident size of the hub's Node process, ${result.players} players, ${result.pollers} pollers, and one member's devices that attack`,
    where,
    ...result.attacks.flatMap((one) => [
      one.attack,
      `  ${one.reports} reports of ${one.devices} devices, ${one.sentMegabytes} MB, in ${one.seconds} s: ${counts(one.statuses)}`,
      `  memory ${one.highestMegabytes} MB, database +${one.grownMegabytesPerDevice} MB for each device, guild ${counts(one.guild)}, p99 ${one.guildP99Ms} ms`,
    ]),
    `${result.connections.tried} connections of one address`,
    `  ${result.connections.open} left open, bar ${result.connections.bar}; guild ${counts(result.connections.guild)}`,
    `highest ${result.highestMegabytes} MB, bar < ${result.barMegabytes} MB; each device at most ${result.grownBarMegabytes} MB of the database, and nobody of the guild refused: ${result.holds ? 'holds' : 'FAILS'}`,
  ].join('\n');
}
