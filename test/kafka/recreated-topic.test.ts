import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withKafkaAdmin } from '../../shared/log/kafka/kafka-admin.ts';
import type { HubClient } from '../support/hub-client.ts';
import { type HubParts, openHubParts } from '../support/hub-parts.ts';
import { kafkaFor, uniquePrefix } from '../support/kafka.ts';
import { deleteTopics, testAddress } from '../support/kafka-log.ts';

const brokers = await kafkaFor('Kafka: a topic that was made anew');
/** Events are served 10 s after they were stored. */
const servedWithinMs = 30_000;

describe.skipIf(brokers === null)('a topic that was made anew', () => {
  it.each([
    { lost: 2, sent: 1, says: 'ends at 0, but records up to 2 were projected', meanwhile: 'runs' },
    {
      lost: 1,
      sent: 3,
      says: 'holds another record at 0 than the one that was projected',
      meanwhile: 'is away',
    },
  ])(
    'with $sent events where $lost were, while the projector $meanwhile, stops its room, and a follower is given all of them after a rebuild',
    { timeout: 120_000 },
    async ({ lost, sent, says, meanwhile }) => {
      const { hub, key, token, ingest, query, projector } = await openGuild();
      for (let drops = 0; drops < lost; drops += 1) await drop(ingest.client, token);
      const { body: before } = await query.client.getUntil('/events', {
        key,
        withinMs: servedWithinMs,
        seen: ({ body }) => body.data?.length === lost,
      });
      const away = meanwhile === 'is away' ? [ingest, projector] : [ingest];
      for (const part of away) part.signal('SIGTERM');
      await Promise.all(away.map(({ ended }) => ended));
      await makeAnew(hub);
      const { client } = await hub.start('ingest');
      const markers: string[] = [];
      while (markers.length < sent) markers.push(await drop(client, token));
      if (away.includes(projector)) await hub.start('projector');

      const stopped = await untilStopped(hub);
      expect(stopped).toEqual([{ name: 'event-feed', stopped_reason: expect.stringContaining(says) }]);
      expect(stopped[0]?.stopped_reason).toMatch(
        /restore the one that belongs .* or rebuild the projection$/,
      );
      // What was projected is still served, and nothing of the other log.
      const { body: still } = await query.client.get('/events', { key });
      expect(still.data).toEqual(before.data);

      await hub.command('projections', 'rebuild', 'event-feed');
      await expect(hub.command('projections', 'promote', 'event-feed')).rejects.toThrow('--force');
      await hub.command('projections', 'promote', 'event-feed', '--force');
      const { body: after } = await query.client.getUntil(`/events?cursor=${before.meta.next_cursor}`, {
        key,
        withinMs: servedWithinMs,
        seen: ({ body }) => body.data?.length === sent,
      });
      expect(after.data.map(({ data }: { data: { marker: string } }) => data.marker)).toEqual(markers);
    },
  );
});

async function openGuild() {
  const prefix = uniquePrefix();
  onTestFinished(() => deleteTopics(brokers ?? '', prefix));
  const hub = await openHubParts({ KAFKA_BROKERS: brokers ?? '', KAFKA_TOPIC_PREFIX: prefix });
  const [ingest, query, projector] = await Promise.all([
    hub.start('ingest'),
    hub.start('query'),
    hub.start('projector'),
  ]);
  await hub.command('member', 'add', 'Merrin');
  const { code } = await hub.command('pair', 'Merrin');
  const { key } = await hub.command(
    ...'key create --service --name test --categories events,activity --rate-limit 6000'.split(' '),
  );
  return { hub, key, token: await ingest.client.pairWith(code), ingest, query, projector };
}

/** Deletes the topic of the feed. The next start of a process makes it. */
async function makeAnew({ options: { environment } }: HubParts): Promise<void> {
  const { KAFKA_TOPIC_PREFIX: prefix = '' } = environment;
  const topic = `${prefix}hub.feed`;
  await withKafkaAdmin(testAddress(brokers ?? '', prefix), async (admin) => {
    await admin.deleteTopics({ topics: [topic] });
    // It is deleted a moment after it was said to be.
    await expect.poll(() => admin.listTopics()).not.toContain(topic);
  });
}

async function untilStopped(hub: HubParts): Promise<{ name: string; stopped_reason: string }[]> {
  const stopped = () =>
    hub.database.many<{ name: string; stopped_reason: string }>({
      text: `select projection as name, stopped_reason from projection.generation where state = 'stopped'`,
    });
  await expect.poll(stopped, { timeout: 20_000 }).not.toEqual([]);
  return stopped();
}

/** Reports a drop. @returns its marker */
async function drop(plugins: HubClient, token: string): Promise<string> {
  const url = new URL('../fixtures/reports/ha-loot.json', import.meta.url);
  const report = JSON.parse(await readFile(url, 'utf8'));
  const [event] = report.events;
  const [marker, now] = [randomUUID(), Date.now()];
  report.events = [{ ...event, eventId: marker, timestamp: now, data: { ...event.data, marker } }];
  expect((await plugins.report(token, { ...report, timestamp: now })).status).toBe(200);
  return marker;
}
