import { readFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runInProcess } from '../support/hub/command-line.ts';
import { startTestHub } from '../support/hub/hub.ts';
import { freePort, temporaryDataDir } from '../support/hub/hub-process.ts';
import { serveAtOnce } from '../support/hub/serve-at-once.ts';
import { kafkaFor, uniquePrefix } from '../support/kafka/kafka.ts';
import { deleteTopics, openTestKafkaLog } from '../support/kafka/log.ts';
import { entriesOf } from '../support/log/log-entries.ts';
import { freshDatabase } from '../support/postgres/database.ts';
import { patient } from '../support/runner/patience.ts';

const brokers = await kafkaFor('Kafka: moving a hub');
const copy = ['log', 'copy', '--to', 'kafka', '--json'];

async function openMove() {
  const fresh = await freshDatabase();
  const prefix = uniquePrefix();
  onTestFinished(() => deleteTopics(brokers ?? '', prefix));
  const embedded = {
    DATABASE_URL: fresh.url,
    DATA_DIR: await temporaryDataDir(null),
    PORT: String(await freePort()),
  };
  const kafka = { ...embedded, KAFKA_BROKERS: brokers ?? '', KAFKA_TOPIC_PREFIX: prefix };
  const start = (settings: Readonly<Record<string, string>>) => startTestHub({ settings });
  const errorOf = async (settings: Readonly<Record<string, string>>) => {
    const { code, stderr } = await runInProcess(settings, copy);
    return { code, ...JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error };
  };
  return { database: fresh.database, prefix, embedded, kafka, start, errorOf };
}

const fixture = async (name: string) =>
  JSON.parse(await readFile(new URL(`../fixtures/reports/${name}.json`, import.meta.url), 'utf8'));

describe.skipIf(brokers === null)('hub log copy --to kafka', () => {
  it('changes no cursor, ETag, `since` or table', { timeout: patient(360_000) }, async () => {
    const { database, embedded, kafka, start, errorOf } = await openMove();
    const before = await start(embedded);
    const [key, other, third] = [await before.makeKey(), await before.makeKey(), await before.makeKey()];
    const token = await before.pair(await before.addMember('Merrin'));
    const cursor = (await before.get('/events?cursor=now', { key })).body.meta.next_cursor;
    expect(
      (await before.report(token, { ...(await fixture('ha-loot')), timestamp: Date.now() })).status,
    ).toBe(200);
    const snapshot = await fixture('ha-snapshot');
    for (const hp of [50, 60, 70]) {
      snapshot.player.health.current = hp;
      snapshot.timestamp = Date.now();
      expect((await before.report(token, snapshot)).status).toBe(200);
    }
    const shown = await before.getUntil('/snapshot', {
      key,
      everyMs: 1_100,
      withinMs: 15_000,
      seen: ({ body }) => body.data?.[0]?.hp?.current === 70,
    });
    await before.close();
    // A compaction leaves such holes in the offsets.
    await database.run({
      text: `delete from log.hub_state as old
             using log.hub_state as newer
             where newer.partition = old.partition and newer.key = old.key and newer."offset" > old."offset"`,
    });

    const { code, stdout, stderr } = await runInProcess(kafka, copy);
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringMatching(/100% {2}\d+ events/) });
    expect(JSON.parse(stdout)).toMatchObject({ to: 'kafka', moved: true, events: expect.any(Number) });
    expect(await database.one({ text: 'select count(*) as left from log.record' })).toEqual({ left: 0 });
    await expect(start(embedded)).rejects.toThrow('the log of this hub is in Kafka');
    // Once more, as after a kill at the very end.
    const again = await runInProcess(kafka, copy);
    expect(JSON.parse(again.stdout)).toMatchObject({ moved: false, events: 0 });
    expect(await errorOf({ ...kafka, KAFKA_TOPIC_PREFIX: uniquePrefix() })).toMatchObject({
      code: 'another_log',
    });

    const audited = await runInProcess(kafka, ['audit', '--action', 'log-moved', '--json']);
    expect(JSON.parse(audited.stdout).entries).toMatchObject([{ subject: JSON.parse(stdout).log }]);

    const after = await start(kafka);
    const etag = shown.headers.get('etag') ?? '';
    expect((await after.get('/snapshot', { key: other, headers: { 'if-none-match': etag } })).status).toBe(
      304,
    );
    // `--promote` compares the rebuilt tables with the tables from before the copy, record numbers
    // included.
    const rebuilt = await runInProcess(kafka, [
      'projections',
      'rebuild',
      '--all',
      '--full-speed',
      '--promote',
      '--json',
    ]);
    expect({ code: rebuilt.code, stderr: rebuilt.code === 0 ? '' : rebuilt.stderr }).toEqual({
      code: 0,
      stderr: '',
    });
    await serveAtOnce(database);
    snapshot.player.health.current = 40;
    snapshot.timestamp = Date.now();
    expect((await after.report(token, snapshot)).status).toBe(200);
    const since = encodeURIComponent(shown.body.meta.last_modified);
    const changed = await after.getUntil(`/snapshot?since=${since}`, {
      key: third,
      everyMs: 1_100,
      withinMs: 15_000,
      seen: ({ body }) => body.data?.[0]?.hp?.current === 40,
    });
    expect(changed.body.data).toHaveLength(1);
    expect(
      (await after.report(token, { ...(await fixture('ha-death')), timestamp: Date.now() })).status,
    ).toBe(200);
    const feed = await after.getUntil(`/events?cursor=${cursor}`, {
      key,
      withinMs: 25_000,
      seen: ({ body }) => body.data?.length === 2,
    });
    expect(feed.body.data.map(({ type }: { type: string }) => type)).toEqual(['loot', 'death']);
  });

  it('refuses topics with other records, and a log that lacks records', {
    timeout: patient(360_000),
  }, async () => {
    const { database, prefix, embedded, kafka, start, errorOf } = await openMove();
    const hub = await start(embedded);
    await hub.addMember('Merrin');
    expect(await errorOf(kafka)).toMatchObject({
      code: 'hub_runs',
      message: expect.stringContaining('stopped'),
    });
    await hub.close();
    expect(await errorOf(embedded)).toMatchObject({ code: 'no_kafka' });

    const strange = openTestKafkaLog(brokers ?? '', prefix);
    onTestFinished(() => strange.close());
    await strange.ensureStreams();
    await strange.append(entriesOf('hub.membership', 'a', 3));
    const used = await errorOf(kafka);
    expect(used).toMatchObject({
      code: 'topics_used',
      message: expect.stringContaining('delete the topics'),
    });
    const free = { ...kafka, KAFKA_TOPIC_PREFIX: uniquePrefix() };
    onTestFinished(() => deleteTopics(brokers ?? '', free.KAFKA_TOPIC_PREFIX));
    const { number } = await database.one<{ number: number }>({
      text: 'delete from log.hub_membership where "offset" = 0 returning "offset" as number',
    });
    expect(number).toBe(0);
    expect(await errorOf(free)).toMatchObject({
      code: 'log_has_a_hole',
      message: expect.stringContaining('lacks record 0 of hub.membership/0'),
    });
    // The hub still starts on its old log.
    await (await start(embedded)).close();
  });
});
