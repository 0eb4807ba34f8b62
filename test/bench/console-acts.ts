import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, type Kept, type LoadClient, openLoadClient } from './http-client.ts';
import { quantile } from './quantile.ts';
import { serveJobs } from './workers.ts';

/** What members do at the consoles, at a rate that does not wait for answers. */
export interface ActsJob {
  /** Of the consoles, which requests go to in turn, as through a balancer. */
  readonly ports: readonly number[];
  readonly members: readonly ActingMember[];
  /** Tokens of sign-in links, one for each fifth act. */
  readonly links: readonly string[];
  readonly perSecond: number;
  readonly seconds: number;
}

export interface ActingMember {
  /** Of a session. */
  readonly cookie: string;
  readonly accountId: string;
}

export interface ActsResult {
  /** Answers by kind of act and status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly signIns: Took;
  readonly commands: Took;
  /** What a page asks the console when it is loaded. */
  readonly pages: Took;
  readonly p90Ms: number;
  /** Share of the acts that began over 100 ms after they were due: with many, this process was the bottleneck. */
  readonly lateShare: number;
}

interface Took {
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const connections = 64;
const sliceMs = 5;
const lateMs = 100;
/**
 * What members do, in turn: a fifth signs in, a fifth opens a page, three fifths change something. On a guild's first evening
 * a member signs in, makes a key and shares once; on others they sign in and look. Of six changes one is of sharing: with
 * the whole guild it is the one act that changes what everybody reads, and each time zone makes the hub look whether it did.
 */
const acts = [
  'sign-in',
  'create',
  'load',
  'share',
  'revoke',
  'sign-in',
  'create',
  'load',
  'time zone',
  'revoke',
] as const;
const timeZones = ['Europe/Paris', 'America/New_York', 'UTC'] as const;

/** Keys that were made, to be revoked. */
const made: { readonly cookie: string; readonly id: string }[] = [];
let turn = 0;
let sent = 0;

serveJobs<ActsJob, ActsResult>(run, async () => {});

async function run(job: ActsJob): Promise<ActsResult> {
  const clients = job.ports.map((port) => openLoadClient(port, connections));
  const links = [...job.links];
  const tally = createTally();
  const startedAt = performance.now();
  const total = Math.round(job.perSecond * job.seconds);
  const underWay: Promise<void>[] = [];
  let late = 0;
  for (let begun = 0; begun < total; await pause(sliceMs)) {
    const sinceMs = performance.now() - startedAt;
    for (; begun < total && (begun * 1_000) / job.perSecond <= sinceMs; begun += 1) {
      if (sinceMs - (begun * 1_000) / job.perSecond > lateMs) late += 1;
      underWay.push(act(clients, job, links, tally));
    }
  }
  await Promise.all(underWay);
  for (const client of clients) client.close();
  return { ...tally.result(), lateShare: late / total };
}

async function act(
  clients: readonly LoadClient[],
  { members }: ActsJob,
  links: string[],
  tally: Tally,
): Promise<void> {
  const wanted = acts[turn % acts.length] ?? 'load';
  const member = members[Math.floor(turn / acts.length) % members.length];
  turn += 1;
  if (member === undefined) throw new RangeError('no members');
  const { cookie, accountId } = member;
  const ask = (path: string, fields?: object, as = cookie, keep?: Kept) =>
    send(clients, { path, fields, cookie: as, keep });
  const command = (path: string, fields: object, as = cookie, keep?: Kept) =>
    ask(path, { ...fields, request_id: randomUUID() }, as, keep);
  const name = wanted === 'revoke' && made.length === 0 ? 'create' : wanted;
  switch (name) {
    case 'sign-in': {
      const token = links.pop();
      await tally.add('look', () => ask('sign-in/look', { token }, ''));
      await tally.add(name, () => ask('sign-in/link', { token }, ''));
      return;
    }
    case 'share': {
      const audience = Math.random() < 0.5 ? 'guild' : 'private';
      const input = { account_ids: [accountId], categories: ['inventory'], audience };
      await tally.add(name, () => command('me/sharing', input));
      return;
    }
    case 'create': {
      const input = { name: 'bot', categories: ['stats'], account_ids: null, expires_at: null };
      const answer = await tally.add(name, () => command('me/keys', input, cookie, 'all'));
      if (answer?.status === 200) made.push({ cookie, id: JSON.parse(String(answer.body)).id });
      return;
    }
    case 'revoke': {
      const key = made.shift();
      if (key !== undefined) {
        await tally.add(name, () => command(`me/keys/${key.id}/revoke`, {}, key.cookie));
      }
      return;
    }
    case 'time zone': {
      const input = { time_zone: timeZones[Math.floor(Math.random() * timeZones.length)] };
      await tally.add(name, () => command('me/settings', input));
      return;
    }
    case 'load':
      await tally.add('session', () => ask('session'));
      await tally.add('me', () => ask('me'));
  }
}

interface CommandInput {
  readonly path: string;
  readonly fields: object | undefined;
  readonly cookie: string;
  readonly keep: Kept | undefined;
}

function send(clients: readonly LoadClient[], { path, fields, cookie, keep }: CommandInput): Promise<Answer> {
  const client = clients[sent % clients.length];
  sent += 1;
  if (client === undefined) throw new RangeError('no consoles');
  const body = fields === undefined ? undefined : Buffer.from(JSON.stringify(fields));
  const lines = [
    `${body === undefined ? 'GET' : 'POST'} /console/api/${path} HTTP/1.1`,
    'host: bench',
    ...(cookie === '' ? [] : [`cookie: ${cookie}`]),
    ...(body === undefined
      ? []
      : ['origin: http://bench', 'content-type: application/json', `content-length: ${body.length}`]),
  ];
  return client.send(`${lines.join('\r\n')}\r\n\r\n`, body, keep === undefined ? {} : { keep });
}

interface Tally {
  add(name: string, send: () => Promise<Answer>): Promise<Answer | null>;
  result(): Omit<ActsResult, 'lateShare'>;
}

function createTally(): Tally {
  const statuses: Record<string, number> = {};
  const latencies = new Map<string, number[]>();
  const of = (...names: readonly string[]) => names.flatMap((name) => latencies.get(name) ?? []);
  const took = (...names: readonly string[]): Took => {
    const all = of(...names);
    return { count: all.length, p50Ms: rounded(quantile(all, 0.5)), p99Ms: rounded(quantile(all, 0.99)) };
  };
  return {
    add: async (name, ask) => {
      const startedAt = performance.now();
      const answer = await ask().catch(() => null);
      const key = `${name} ${answer?.status ?? 'failed'}`;
      statuses[key] = (statuses[key] ?? 0) + 1;
      const known = latencies.get(name) ?? [];
      known.push(performance.now() - startedAt);
      latencies.set(name, known);
      return answer;
    },
    result: () => ({
      statuses,
      signIns: took('sign-in'),
      commands: took('share', 'create', 'revoke', 'time zone'),
      pages: took('look', 'session', 'me'),
      p90Ms: rounded(quantile(of(...latencies.keys()), 0.9)),
    }),
  };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
