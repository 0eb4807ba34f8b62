import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { checkAnswer } from '../../services/query/testing/check-answer.ts';
import { atEnd, onceAFile } from '../support/at-end.ts';
import { inTime, pluginDeadline } from '../support/deadline.ts';
import type { Answer } from '../support/hub/hub-client.ts';
import { type HubPart, openHubParts } from '../support/hub/hub-parts.ts';
import { ownKafkaFor, startOwnBroker } from '../support/kafka/kafka.ts';
import { startOwnPostgres } from '../support/postgres/own-server.ts';
import { patient } from '../support/runner/patience.ts';

const kind = await ownKafkaFor('Kafka: a broker or a database that is gone');
const report = JSON.parse(
  await readFile(new URL('../fixtures/reports/ha-snapshot.json', import.meta.url), 'utf8'),
);
const recoversWithinMs = 30_000;

async function openGuild() {
  const [broker, database] = await Promise.all([startOwnBroker(kind), startOwnPostgres()]);
  atEnd(database.close);
  const hub = await openHubParts({ DATABASE_URL: database.url, KAFKA_BROKERS: broker.brokers });
  const [ingest, projector, query] = await Promise.all([
    hub.start('ingest'),
    hub.start('projector'),
    hub.start('query'),
  ]);
  await hub.command('member', 'add', 'Merrin');
  const { code } = await hub.command('pair', 'Merrin');
  const { code: another } = await hub.command('pair', 'Merrin');
  const { key } = await hub.command(
    ...'key create --service --name test --categories stats,activity --rate-limit 6000'.split(' '),
  );
  const token = await ingest.client.pairWith(code);
  const send = async (hp: number, player: Record<string, unknown> = {}, as = token) => {
    const body = structuredClone(report);
    Object.assign(body.player, { health: { current: hp, max: 99 } }, player);
    return timed(ingest.client.report(as, { ...body, timestamp: Date.now() }));
  };
  const pairAnother = () => postPair(ingest, another);
  expect((await send(90)).status).toBe(200);
  const { body } = await query.client.getUntil('/accounts', {
    key,
    seen: (answer) => answer.body.data?.length === 1,
    withinMs: recoversWithinMs,
  });
  const path = `/accounts/${body.data[0].id}`;
  const shows = (hp: number) =>
    query.client.getUntil(path, {
      key,
      seen: (answer) => answer.body.data?.vitals?.hp?.current === hp,
      withinMs: recoversWithinMs,
    });
  const read = () => query.client.get(path, { key });
  return { broker, database, ingest, projector, query, read, send, shows, pairAnother };
}

/** Seconds. An idle watermark moves every 2 s, to 4.5 s before now, so its age stays below this. */
const idleWatermarkAge = 7;

describe.skipIf(kind === null)('on Kafka', () => {
  const guild = onceAFile(openGuild);

  it('without a broker, the hub refuses reports in time and answers reads, and recovers without help', {
    tags: ['deadline'],
    timeout: patient(540_000),
  }, async () => {
    const { broker, ingest, projector, query, read, send, shows, pairAnother } = guild();
    await untilTaken(() => send(90));
    await shows(90);
    await broker.kill();
    const refused = await Promise.all([
      send(80),
      send(80, { accountHash: 'b'.repeat(56) }),
      send(80, {}, 'unknown'),
      timed(pairAnother()),
    ]);
    refused.forEach(expectUnavailable);
    expect(await healthOf(ingest)).toBe(503);

    expect((await read()).body.data).toMatchObject({ vitals: { hp: { current: 90 } } });
    expect([await healthOf(query), await healthOf(projector)]).toEqual([200, 200]);
    await expect.poll(() => watermarkAge(projector), { timeout: 60_000 }).toBeGreaterThan(idleWatermarkAge);

    await broker.start();
    await untilTaken(() => send(70));
    await shows(70);
    await expect.poll(() => watermarkAge(projector), { timeout: 60_000 }).toBeLessThan(idleWatermarkAge);
    expect(await healthOf(ingest)).toBe(200);
  });

  it('without a database, the hub refuses reads, accepts reports of known plugins, and recovers without help', {
    tags: ['deadline'],
    timeout: patient(540_000),
  }, async () => {
    const { database, ingest, query, read, send, shows, pairAnother } = guild();
    await untilTaken(() => send(90));
    await shows(90);
    await database.kill();
    // Data from the database counts as current for less than these 10 s.
    await expect.poll(() => healthOf(query), { timeout: 10_000 }).toBe(503);
    await expect.poll(async () => (await read()).status, { timeout: 10_000 }).toBe(503);
    expectUnavailable(await timed(read()));
    expect((await send(60)).status).toBe(200);
    expect(await healthOf(ingest)).toBe(200);
    // An unknown token gets 401 while the directory in memory counts as current.
    await expect.poll(async () => (await send(50, {}, 'unknown')).status, { timeout: 10_000 }).toBe(503);
    const refused = await Promise.all([
      send(50, { accountHash: 'b'.repeat(56) }),
      send(50, {}, 'unknown'),
      timed(pairAnother()),
    ]);
    refused.forEach(expectUnavailable);
    expect((await send(55)).status).toBe(200);

    await database.start();
    await shows(55);
    expect(await healthOf(query)).toBe(200);
    await untilTaken(() => send(40, { accountHash: 'b'.repeat(56) }));
    expect((await pairAnother()).status).toBe(200);
  });
});

interface TimedAnswer extends Pick<Answer, 'status' | 'headers'> {
  readonly tookMs: number;
}

async function timed(answering: Promise<Pick<Answer, 'status' | 'headers'>>): Promise<TimedAnswer> {
  const asked = performance.now();
  const { status, headers } = await answering;
  return { status, headers, tookMs: performance.now() - asked };
}

function expectUnavailable({ status, headers, tookMs }: TimedAnswer): void {
  expect(status).toBe(503);
  expect(headers.get('retry-after')).toMatch(/^[1-9][0-9]*$/);
  expect(tookMs, inTime).toBeLessThan(pluginDeadline);
}

function postPair({ url }: HubPart, code: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-osrs-exporter-version': '1.6.0' };
  const body = JSON.stringify({ code });
  return fetch(`${url}/api/osrs-data/pair`, { method: 'POST', headers, body });
}

async function healthOf({ url }: HubPart): Promise<number> {
  const path = '/api/health';
  const answer = await fetch(`${url}${path}`);
  checkAnswer({ path, status: answer.status, body: await answer.json() });
  return answer.status;
}

async function watermarkAge(projector: HubPart): Promise<number> {
  const metrics = await projector.metrics();
  const values = [...metrics.matchAll(/^projection_watermark_age_seconds\{[^}]*\} (\S+)$/gm)];
  return Math.max(...values.map(([, value]) => Number(value)));
}

async function untilTaken(send: () => Promise<TimedAnswer>): Promise<void> {
  await expect
    .poll(async () => (await send()).status, { timeout: recoversWithinMs, interval: 250 })
    .toBe(200);
}
