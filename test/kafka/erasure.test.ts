import { describe, expect, it, onTestFinished } from 'vitest';
import { accountErased } from '../../shared/events/membership/accounts.ts';
import { streamNames } from '../../shared/events/streams.ts';
import type { EventLog } from '../../shared/log/event-log.ts';
import { openJournal } from '../../shared/log/open-journal.ts';
import { campaign } from '../support/campaign.ts';
import { deadline, inTime } from '../support/deadline.ts';
import type { HubClient } from '../support/hub/hub-client.ts';
import { type HubParts, openHubParts } from '../support/hub/hub-parts.ts';
import { reportEverything, tablesOfAccount, untilGone } from '../support/hub/whole-player.ts';
import { kafkaFor, uniquePrefix } from '../support/kafka/kafka.ts';
import { deleteTopics, openTestKafkaLog } from '../support/kafka/log.ts';
import { readAll } from '../support/log/log-records.ts';
import { patient } from '../support/runner/patience.ts';

const brokers = await kafkaFor('Erasure on Kafka');
const { runs: erasures, label } = campaign(3);
const zelda = { name: 'Zelda Quist', accountHash: 'a1b2c3d4'.repeat(7) };
const other = { name: 'Otto Brandt', accountHash: '5e6f7a8b'.repeat(7) };
const chatId = 'chat-4711';
/** The id of an item that stands in a bank only. */
const bankedItem = 314_159_265;
const categories = 'stats,events,activity,location_live,location_history,equipment,inventory';

async function openGuild() {
  const prefix = uniquePrefix();
  onTestFinished(() => deleteTopics(brokers ?? '', prefix));
  const hub = await openHubParts({ KAFKA_BROKERS: brokers ?? '', KAFKA_TOPIC_PREFIX: prefix });
  const [ingest, query] = await Promise.all([
    hub.start('ingest'),
    hub.start('query'),
    hub.start('projector'),
  ]);
  await hub.command('member', 'add', 'Merrin', '--chat-id', chatId);
  await hub.command('member', 'add', 'Bram');
  const { key } = await hub.command(
    'key',
    'create',
    '--service',
    '--name',
    'map',
    '--categories',
    categories,
  );
  const token = async (member: string) => ingest.client.pairWith((await hub.command('pair', member)).code);
  const tokens = { merrin: await token('Merrin'), bram: await token('Bram') };
  await reportEverything(ingest.client, tokens.bram, other);
  await hub.command('projections', 'rebuild', '--all', '--full-speed');
  const log = openTestKafkaLog(brokers ?? '', prefix);
  onTestFinished(() => log.close());
  const reportBank = async (name: string, quantity: number) => {
    const { status } = await fetch(`${ingest.url}/api/group/hub/update-group-member`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: tokens.merrin },
      body: JSON.stringify({ name, bank: [bankedItem, quantity] }),
    });
    expect(status).toBe(200);
  };
  return { hub, plugins: ingest.client, api: query.client, key, tokens, log, reportBank };
}

describe.skipIf(brokers === null)('on Kafka', () => {
  it(`an erased account is gone from every generation within a second and cannot be read from the log (${label})`, {
    tags: ['deadline'],
    timeout: patient(540_000),
  }, async () => {
    const { hub, plugins, api, key, tokens, log, reportBank } = await openGuild();
    for (let round = 0; round < erasures; round += 1) {
      await reportEverything(plugins, tokens.merrin, zelda);
      const id = await accountId(api, key);
      await expect.poll(() => generationsThatHold(hub, id)).toEqual(['1', '2']);
      expect(await whatCanBeRead(hub, log)).toContain(zelda.name);
      for (const quantity of [7, 8, 8]) await reportBank(zelda.name, quantity);
      // The second value waits for the end of its minute, and the third is equal.
      expect(await banksIn(log, id)).toHaveLength(1);
      expect(await whatCanBeRead(hub, log)).toContain(String(bankedItem));

      const erasing = hub.command('account', 'erase', id);
      const goneAt = await untilGone(hub.database, id);
      expect(await erasing).toMatchObject({ id, erased: true });
      expect(goneAt - (await erasedAt(log)), inTime).toBeLessThan(deadline(1_000));
      expect(await tablesOfAccount(hub.database, id)).toEqual([]);
      expect((await api.get(`/accounts/${id}`, { key })).status).toBe(404);
      expectNothingOf([zelda.name, zelda.accountHash, String(bankedItem)], await whatCanBeRead(hub, log));
      expect((await banksIn(log, id)).at(-1)?.value).toBeNull();
    }
    const sealed = [zelda.name, zelda.accountHash, other.accountHash, chatId, String(bankedItem)];
    expectNothingOf(sealed, await rawBytes(log));
    expect(await whatCanBeRead(hub, log)).toContain(other.name);
  });
});

async function accountId(api: HubClient, key: string): Promise<string> {
  const named = ({ name }: { name: string }) => name === zelda.name;
  const { body } = await api.getUntil('/accounts', {
    key,
    seen: ({ body: accounts }) => accounts.data?.some(named) === true,
    withinMs: 10_000,
  });
  return body.data.find(named).id;
}

/** The feed and the xp arrive last. */
async function generationsThatHold({ database }: HubParts, id: string): Promise<string[]> {
  const tables = await tablesOfAccount(database, id);
  const of = (projection: string) =>
    tables.flatMap((table) => new RegExp(`^${projection}_g(\\d)`).exec(table)?.[1] ?? []);
  const [feed, xp] = [new Set(of('event_feed')), new Set(of('xp_history'))];
  return [...feed.intersection(xp)].sort();
}

async function banksIn(log: EventLog, id: string) {
  return (await readAll(log, ['hub.holdings'])).filter(({ key }) => key === `${id}/bank`);
}

/** When the newest erasure was stated, epoch ms. */
async function erasedAt(log: EventLog): Promise<number> {
  const records = await readAll(log, ['hub.membership']);
  return records.findLast(({ type }) => type === accountErased.type)?.appendTime ?? 0;
}

async function whatCanBeRead({ options }: HubParts, log: EventLog): Promise<string> {
  const hubSecret = Buffer.from(options.environment.HUB_SECRET ?? '', 'base64');
  const journal = await openJournal({ log, hubSecret });
  const decoded = await journal.decode(await readAll(log, streamNames));
  return JSON.stringify(decoded.flatMap((each) => (each.kind === 'event' ? [each.event] : [])));
}

/** The content of the topics, decompressed. */
async function rawBytes(log: EventLog): Promise<string> {
  const records = await readAll(log, streamNames);
  const bytes = records.flatMap(({ value, ...rest }) => [
    Buffer.from(JSON.stringify(rest)),
    value ?? Buffer.alloc(0),
  ]);
  return Buffer.concat(bytes).toString('latin1');
}

function expectNothingOf(texts: readonly string[], held: string): void {
  const forms = (text: string) => [
    text,
    Buffer.from(text).toString('hex'),
    Buffer.from(text).toString('base64'),
  ];
  const found = texts.flatMap(forms).filter((form) => held.toLowerCase().includes(form.toLowerCase()));
  expect(found).toEqual([]);
}
