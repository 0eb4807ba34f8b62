import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { accountStateProjection } from '../projections/account-state/projection.ts';
import { eventFeedProjection } from '../projections/event-feed/projection.ts';
import { readStoredGenerations } from '../shared/projection/generations/generation-roles.ts';
import { findLive } from '../shared/projection/generations/generations.ts';
import { onceAFile } from './support/at-end.ts';
import { buildNextRelease } from './support/build-next-release.ts';
import { deadline, inTime } from './support/deadline.ts';
import { type BalancedPart, startBalancer } from './support/hub/balancer.ts';
import { runJson } from './support/hub/command-line.ts';
import { createHubClient } from './support/hub/hub-client.ts';
import { portSettings } from './support/hub/hub-parts.ts';
import {
  freePort,
  type HubProcess,
  launchHubProcess,
  startHubProcess,
  temporaryDataDir,
} from './support/hub/hub-process.ts';
import { startPoller } from './support/hub/poller.ts';
import { dropReport } from './support/hub/sample-report.ts';
import { serveSooner } from './support/hub/serve-at-once.ts';
import { startLoad } from './support/hub/update-load.ts';
import { freshDatabase } from './support/postgres/database.ts';
import { patient } from './support/runner/patience.ts';
import { projectRoot } from './support/source-tree.ts';

const earlier = projectRoot.replace(/\/$/, '');
const nextRelease = onceAFile(buildNextRelease);
/** Documents promise this for each poller (docs/operate/upgrade.md). */
const gapMaxMs = 1_000;
const restartMaxMs = 3_000;
const replicas = 2;

test('an update and the way back, one replica at a time, cost no report, no event and less than a second of polls', {
  tags: ['deadline'],
  timeout: patient(600_000),
}, async () => {
  const next = nextRelease();
  const hub = await openHub(earlier);
  const load = await startLoad(hub.client, (args) => runJson(hub.environment, args));

  await hub.update(next);
  await load.expectFold({ isNext: true });
  const feed = await findLive(hub.database, 'event-feed');
  const moods = await hub.database.many({ text: `select distinct mood from ${feed?.schema}.event` });
  expect(moods).toEqual([{ mood: 'bright' }]);
  const toNext = await load.gaps();

  await hub.update(earlier);
  await load.expectFold({ isNext: false });
  const back = await load.gaps();
  await load.expectNothingLost();

  // The tables of the next release are still there.
  const stored = await readStoredGenerations(hub.database);
  const versionsOf = (name: string) =>
    stored.filter((each) => each.projection === name).map(({ shape, logic }) => `${shape}.${logic}`);
  const { version: feedVersion } = eventFeedProjection;
  expect(versionsOf('event-feed')).toContain(`${feedVersion.shape + 1}.${feedVersion.logic}`);
  const { version: stateVersion } = accountStateProjection;
  expect(versionsOf('account-state')).toContain(`${stateVersion.shape}.${stateVersion.logic + 1}`);
  expect(await hub.database.many({ text: `select mood from ${feed?.schema}.event limit 1` })).toEqual([
    { mood: 'bright' },
  ]);

  process.stdout.write(`longest time without an answer, ms: ${JSON.stringify({ toNext, back })}\n`);
  for (const gap of [toNext, back].flatMap((each) => Object.values(each)))
    expect(gap, inTime).toBeLessThan(deadline(gapMaxMs));
});

test('a restart of one process with the next release lets an open report end, and polls wait less than 3 s', {
  tags: ['deadline'],
  timeout: patient(300_000),
}, async () => {
  const next = nextRelease();
  const { url: databaseUrl } = await freshDatabase('hub');
  const port = await freePort();
  const environment = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: await temporaryDataDir(null),
    HUB_SECRET: randomBytes(32).toString('base64'),
    PORT: String(port),
    BACKUP_ENABLED: 'false',
  };
  const url = `http://127.0.0.1:${port}`;
  const client = createHubClient(url);
  const hub = await startHubProcess({ clone: earlier, as: null, environment });
  await runJson(environment, ['member', 'add', 'Merrin']);
  const { code } = await runJson(environment, ['pair', 'Merrin']);
  const token = await client.pairWith(code);
  const { key } = await runJson(
    environment,
    'key create --service --name map --rate-limit 6000 --categories stats'.split(' '),
  );
  const poller = startPoller(client, key, '/accounts');
  const report = startReport(url, token);
  await delay(500);
  hub.signal('SIGTERM');
  await delay(2_000);
  // The port is still open, so that polls are answered.
  expect((await client.get('/accounts', { key })).status).toBe(200);
  expect(await report.end()).toBe(200);
  expect(await hub.ended).toMatchObject({ code: 0, stderr: '' });

  await startHubProcess({ clone: next, as: null, environment });
  await client.getUntil('/accounts', { key, withinMs: 10_000, seen: ({ status }) => status === 200 });
  await poller.stop();
  process.stdout.write(`longest time without an answer at a restart, ms: ${poller.longestGapMs()}\n`);
  expect(poller.longestGapMs(), inTime).toBeLessThan(deadline(restartMaxMs));
});

/** Sends the first half of a report, and the other half when asked to. */
function startReport(url: string, token: string): { end(): Promise<number | undefined> } {
  const body = JSON.stringify(dropReport({ marker: randomUUID() }));
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-osrs-exporter-version': '1.6.0',
    'x-osrs-token': token,
  };
  const sending = request(`${url}/api/osrs-data/events`, { method: 'POST', headers });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  answered.catch(() => {});
  sending.write(body.slice(0, 100));
  return {
    end: async () => {
      sending.end(body.slice(100));
      const [answer] = await answered;
      answer.resume();
      return answer.statusCode;
    },
  };
}

interface Replica {
  readonly process: HubProcess;
  readonly url: string;
}

type Part = BalancedPart | 'projector';

/** Two queries, two ingests and a projector of a release behind a balancer. */
async function openHub(release: string) {
  const { url, database } = await freshDatabase('hub');
  await serveSooner(database);
  const environment = {
    DATABASE_URL: url,
    DATA_DIR: await temporaryDataDir(null),
    HUB_SECRET: randomBytes(32).toString('base64'),
    TRUST_PROXY_HOPS: '1',
  };
  const balancer = await startBalancer();
  const running: Record<Part, Replica[]> = { query: [], ingest: [], projector: [] };

  async function start(part: Part, clone: string): Promise<Replica> {
    const port = await freePort();
    const own = { ...environment, [portSettings[part]]: String(port) };
    const process = launchHubProcess({ clone, as: null, environment: own }, part);
    const url = `http://127.0.0.1:${port}`;
    await process.ready;
    if (part !== 'projector') {
      balancer.add(part, url);
      await balancer.untilHealthy(url);
    }
    return { process, url };
  }

  async function stop({ process }: Replica): Promise<void> {
    process.signal('SIGTERM');
    const { code, stderr } = await process.ended;
    expect({ code, stderr }, process.printed().slice(-2_000)).toEqual({ code: 0, stderr: '' });
  }

  async function replace(part: BalancedPart, clone: string): Promise<void> {
    for (const old of running[part].splice(0)) {
      running[part].push(await start(part, clone));
      await stop(old);
    }
  }

  running.projector.push(await start('projector', release));
  for (const part of ['query', 'ingest'] as const) {
    for (let count = 0; count < replicas; count += 1) running[part].push(await start(part, release));
  }

  return {
    database,
    environment,
    client: createHubClient(balancer.url),
    /** As docs/operate/upgrade.md says. */
    update: async (clone: string) => {
      const projector = await start('projector', clone);
      await replace('query', clone);
      await replace('ingest', clone);
      for (const old of running.projector.splice(0)) await stop(old);
      running.projector.push(projector);
    },
  };
}
