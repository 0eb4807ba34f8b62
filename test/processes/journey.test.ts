import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { checkAnswer } from '../../services/query/testing/check-answer.ts';
import { onceAFile } from '../support/at-end.ts';
import { sampleOf } from '../support/campaign.ts';
import type { Answer, HubClient } from '../support/hub/hub-client.ts';
import { type HubParts, openHubParts } from '../support/hub/hub-parts.ts';
import { everyLog, type HubLog } from '../support/kafka/hub.ts';
import { patient } from '../support/runner/patience.ts';

const found = (await everyLog('The journey of a report through processes')).filter(({ missing }) => !missing);
const logs = sampleOf(found);

const sendsMax = 40;
const categories = 'stats,events,activity,location_live,location_history,equipment,inventory';
const fixture = async (name: string) =>
  JSON.parse(await readFile(new URL(`../fixtures/reports/${name}.json`, import.meta.url), 'utf8'));

async function serviceKey(hub: HubParts): Promise<string> {
  const { key } = await hub.command(
    ...`key create --service --name test --categories ${categories} --rate-limit 6000`.split(' '),
  );
  return key;
}

async function pair(hub: HubParts, plugins: HubClient, member: string): Promise<string> {
  await hub.command('member', 'add', member);
  const { code } = await hub.command('pair', member);
  return plugins.pairWith(code);
}

async function openParts(log: HubLog) {
  const hub = await openHubParts(log.settings());
  const [leftIngest, rightIngest, , left, right] = await Promise.all([
    hub.start('ingest'),
    hub.start('ingest'),
    hub.start('projector'),
    hub.start('query'),
    hub.start('query'),
  ]);
  return { hub, leftIngest, rightIngest, left, right };
}

describe.each(logs)('on $log', (log) => {
  describe.skipIf(log.leftOut)('of separate processes', () => {
    const parts = onceAFile(() => openParts(log));

    test('a report passes through all processes, and two query processes serve exactly the same bytes', {
      timeout: patient(360_000),
    }, async () => {
      const { hub, leftIngest: ingest, left, right } = parts();
      // A key may ask for the snapshot once a second.
      const key = await serviceKey(hub);
      const [keyOfRight, keyOfNext] = [await serviceKey(hub), await serviceKey(hub)];
      const token = await pair(hub, ingest.client, 'Merrin');
      for (const name of ['ha-snapshot', 'ha-loot', 'ha-death']) {
        expect(
          (await ingest.client.report(token, { ...(await fixture(name)), timestamp: Date.now() })).status,
        ).toBe(200);
      }
      for (const { client } of [left, right]) {
        await client.getUntil('/events', {
          key,
          seen: ({ body }) => body.data?.length === 2,
          withinMs: 20_000,
        });
      }
      const { body } = await left.client.get('/accounts', { key });
      const [{ id }] = body.data;
      const { body: events } = await left.client.get('/events', { key });
      for (const path of [
        '/accounts',
        `/accounts/${id}`,
        '/events',
        `/events?cursor=${events.meta.next_cursor}`,
        '/events?types=loot&limit=1',
        `/accounts/${id}/xp?skills=Overall`,
        `/accounts/${id}/gains?period=day`,
        `/accounts/${id}/sessions`,
        `/accounts/${id}/equipment-history`,
        `/accounts/${id}/wealth`,
        `/accounts/${id}/locations`,
        '/leaderboards/gains',
        '/accounts/unknown',
        '/snapshot',
      ]) {
        const [one, other] = [await bytesOf(left.url, path, key), await bytesOf(right.url, path, keyOfRight)];
        expect(other, path).toEqual(one);
        if (one.etag === null) continue;
        expect((await ask(right.url, path, keyOfNext, one.etag)).status).toBe(304);
      }
    });

    test('two ingest processes give a new account the same id when both receive it at the same time', {
      timeout: patient(360_000),
    }, async () => {
      const { hub, leftIngest, rightIngest, left: query } = parts();
      const isTwin = ({ name }: { name: string }) => name.startsWith('Twin');
      const key = await serviceKey(hub);
      const token = await pair(hub, leftIngest.client, 'Bram');
      const report = await fixture('ha-snapshot');
      const names = Array.from({ length: 12 }, (_, index) => `Twin ${index}`);
      const answers = await Promise.all(
        names.flatMap((name, index) => {
          const accountHash = index.toString(16).padStart(56, '0');
          const seen = { ...report, player: { ...report.player, name, accountHash }, timestamp: Date.now() };
          return [leftIngest, rightIngest].map(({ client }) => reportUntilTaken(client, token, seen));
        }),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      const { body } = await query.client.getUntil('/accounts', {
        key,
        seen: ({ body }) => body.data?.filter(isTwin).length >= names.length,
        withinMs: 10_000,
      });
      expect(
        body.data
          .filter(isTwin)
          .map(({ name }: { name: string }) => name)
          .sort(),
      ).toEqual(names.toSorted());
      const { accounts } = await hub.command('account', 'list');
      expect(accounts.filter(isTwin).length).toBe(names.length);
    });
  });
});

/**
 * An ingest process answers 503 when it waits too long for the log or for the other ingest process.
 */
async function reportUntilTaken(client: HubClient, token: string, report: object): Promise<Answer> {
  for (let sent = 1; ; sent += 1) {
    const answer = await client.report(token, report);
    if (answer.status !== 503 || sent === sendsMax) return answer;
    await delay(500);
  }
}

async function ask(url: string, path: string, key: string, etag: string | null = null): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, ...(etag !== null && { 'if-none-match': etag }) };
  return fetch(`${url}/api/v1${path}`, { headers });
}

/** Leaves out what differs between replicas: durations, the time of the answer and its range. */
async function bytesOf(url: string, path: string, key: string) {
  const answer = await ask(url, path, key);
  const text = await answer.text();
  checkAnswer({ path: `/api/v1${path}`, status: answer.status, body: JSON.parse(text) });
  return {
    status: answer.status,
    etag: answer.headers.get('etag'),
    text: text
      .replace(/"generated_at":"[^"]+"/, '')
      .replace(/"(from|to)":"[^"]+"/g, '')
      .replace(/"duration_ms":\d+/g, ''),
  };
}
