import { describe, expect, it, onTestFinished } from 'vitest';
import { projections } from '../../projections/registry.ts';
import { withKafkaAdmin } from '../../shared/log/kafka/kafka-admin.ts';
import { sampleOf } from '../support/campaign.ts';
import { type HubPart, type HubParts, openHubParts } from '../support/hub/hub-parts.ts';
import { reportDrop } from '../support/hub/sample-report.ts';
import { serveAtOnce } from '../support/hub/serve-at-once.ts';
import { kafkaFor, uniquePrefix } from '../support/kafka/kafka.ts';
import { deleteTopics, testAddress } from '../support/kafka/log.ts';
import { patient } from '../support/runner/patience.ts';

const brokers = await kafkaFor('Kafka: a topic that was created again');
const [fewer, more] = sampleOf([{ records: 'fewer' }, { records: 'more' }]);
/** Events are served 10 s after they were stored. */
const servedWithinMs = 30_000;

describe.skipIf(brokers === null)('a topic that was created again', () => {
  it.skipIf(fewer?.leftOut)(
    'with fewer records stops its projection, and after a rebuild a follower gets every later event',
    {
      timeout: patient(360_000),
    },
    async () => {
      const { hub, key, token, ingest, query } = await openGuild();
      await serveAtOnce(hub.database);
      for (let drops = 0; drops < 2; drops += 1) await reportDrop(ingest.client, token);
      const { body: before } = await query.client.getUntil('/events', {
        key,
        withinMs: servedWithinMs,
        seen: ({ body }) => body.data?.length === 2,
      });
      await untilFeedWaits(hub);
      await end(ingest);
      await makeAnew(hub);
      const { client } = await hub.start('ingest');
      const marker = await reportDrop(client, token);

      const stopped = await untilStopped(hub);
      // The projection may read before or after the new records.
      expect(stopped).toMatch(
        /ends at [01], but the records below 2 were projected|holds another record at 1 than the projected record/,
      );
      expect(stopped).toMatch(/restore the log that belongs .* or rebuild the projection$/);
      const { body: still } = await query.client.get('/events', { key });
      expect(still.data).toEqual(before.data);

      await hub.command('projections', 'rebuild', 'event-feed', '--full-speed');
      await expect(hub.command('projections', 'promote', 'event-feed')).rejects.toThrow('--force');
      await hub.command('projections', 'promote', 'event-feed', '--force');
      const { body: after } = await query.client.getUntil(`/events?cursor=${before.meta.next_cursor}`, {
        key,
        withinMs: servedWithinMs,
        seen: ({ body }) => body.data?.length === 1,
      });
      expect(after.data).toMatchObject([{ data: { data: { marker } } }]);
    },
  );

  it.skipIf(more?.leftOut)(
    'with more records stops its projection, also when the projection did not run at that time',
    { timeout: patient(360_000) },
    async () => {
      const { hub, token, ingest, projector } = await openGuild();
      await reportDrop(ingest.client, token);
      const stored = () => hub.database.many({ text: 'select seq from event_feed_g1.event' });
      await expect.poll(stored, { timeout: 10_000 }).toHaveLength(1);
      await Promise.all([end(ingest), end(projector)]);
      await makeAnew(hub);
      const { client } = await hub.start('ingest');
      for (let drops = 0; drops < 3; drops += 1) await reportDrop(client, token);
      await hub.start('projector');
      expect(await untilStopped(hub)).toContain('holds another record at 0 than the projected record');
      expect(await stored()).toHaveLength(1);
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

/** A projection that pauses after a batch asks for no records, and would miss the deletion. */
async function untilFeedWaits(hub: HubParts): Promise<void> {
  const watermark = async () => {
    const [found] = await hub.database.many<{ at: number }>({
      text: `select watermark_at as at from projection.checkpoint
             where projection = 'event-feed' and stream = 'hub.feed'`,
    });
    return found?.at ?? 0;
  };
  await expect.poll(watermark, { timeout: patient(20_000) }).toBeGreaterThan(await watermark());
}

async function end(part: HubPart): Promise<void> {
  part.signal('SIGTERM');
  await part.ended;
}

/** Deletes the topic of the feed; the next process that starts creates the topic again. */
async function makeAnew({ options: { environment } }: HubParts): Promise<void> {
  const { KAFKA_TOPIC_PREFIX: prefix = '' } = environment;
  const topic = `${prefix}hub.feed`;
  await withKafkaAdmin(testAddress(brokers ?? '', prefix), async (admin) => {
    await admin.deleteTopics({ topics: [topic] });
    // Kafka confirms the deletion a moment before the topic is gone.
    await expect.poll(() => admin.listTopics()).not.toContain(topic);
  });
}

/** @returns the reason why the feed stopped; only projections of the feed's stream may stop */
async function untilStopped(hub: HubParts): Promise<string> {
  const stopped = () =>
    hub.database.many<{ name: string; stopped_reason: string }>({
      text: `select projection as name, stopped_reason from projection.generation where state = 'stopped'`,
    });
  const reasonOfFeed = async () =>
    (await stopped()).find(({ name }) => name === 'event-feed')?.stopped_reason ?? '';
  await expect.poll(reasonOfFeed, { timeout: 60_000 }).not.toBe('');
  const readers = projections.filter(({ streams }) => streams.includes('hub.feed')).map(({ name }) => name);
  const names = (await stopped()).map(({ name }) => name);
  expect(names.filter((name) => !readers.includes(name))).toEqual([]);
  return reasonOfFeed();
}
