import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { defaultCategories } from '../../shared/domain/category.ts';
import { openDatabase } from '../../shared/postgres/open-database.ts';
import { createHubClient, type HubClient } from '../support/hub/hub-client.ts';
import { dumpDatabase } from '../support/postgres/dump.ts';
import { type CheckoutHub, checkoutHub } from './checkout-hub.ts';
import { recordAnswers } from './record-answers.ts';
import { writeRecorded } from './recorded.ts';

// Records the data of a release for test/upgrade.test.ts:
// `node test/upgrade/record.ts RELEASE CHECKOUT`. It takes five minutes, because nobody may be
// online when the answers are recorded.

const [release = '', checkout = ''] = process.argv.slice(2);
const port = 3_917;
const origin = `http://127.0.0.1:${port}`;
const demo = ['demo', '--json', '--players', '6', '--seed', '21', '--history', '3', '--port', String(port)];
const demoPlaysMs = 60_000;
/** A plugin that sends every 100 ticks counts as online for three times as long. */
const offlineAfterMs = 200_000;

/** The recorded release has no other categories. */
const all = defaultCategories.join(',');
const reportNames = [
  'snapshot-first-tick',
  'snapshot',
  'snapshot-filtered',
  'snapshot-sailing',
  'snapshot-seasonal',
  'level-up',
  'level-up-combat',
  'loot',
  'pk-loot',
  'death',
  'superior-spawn',
  'collection-log',
  'collection-log-unmatched',
  'combat-task',
  'achievement-diary',
  'client-shutdown',
];

const dataDir = await mkdtemp(join(tmpdir(), 'hub-upgrade-'));
// The account of root's server must enter the folder.
await chmod(dataDir, 0o711);
try {
  await record(checkoutHub(checkout, { DATA_DIR: dataDir, PORT: String(port) }));
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

async function record(hub: CheckoutHub): Promise<void> {
  const client = createHubClient(origin);
  const startedAt = Date.now();
  const { key, start } = await hub.whileRunning(['start'], async () => {
    const { key } = await hub.command(
      ...['key', 'create', '--service', '--name', 'map', '--rate-limit', '6000', '--categories', all],
    );
    const { body } = await client.get('/events?cursor=now', { key });
    return { key: key as string, start: body.meta.next_cursor as string };
  });
  await hub.whileRunning([...demo, '--data-dir', dataDir], () => delay(demoPlaysMs));
  await hub.whileRunning(['start'], async () => {
    const made = await makeHistory(hub, client);
    await delay(offlineAfterMs);
    const keys = { service: key, member: made.memberKey, narrow: made.narrowKey, revoked: made.revokedKey };
    const { body } = await client.get('/accounts', { key });
    const answers = await recordAnswers(client, {
      keys,
      accounts: [...body.data.map(({ id }: { id: string }) => id), made.erasedId],
      from: new Date(startedAt - 4 * 86_400_000).toISOString(),
      to: new Date(startedAt + 86_400_000).toISOString(),
      start,
    });
    const secret = await readFile(join(dataDir, 'secret'), 'utf8');
    const recorded = { keys, plugin: made.plugin, ...answers };
    writeRecorded(release, { dump: await dump(), secret, answers: recorded });
  });
}

async function makeHistory(hub: CheckoutHub, client: HubClient) {
  const accounts = async () =>
    (await hub.command('account', 'list')).accounts as { id: string; name: string }[];
  const [first, second, third] = await accounts();
  if (first === undefined || second === undefined || third === undefined) throw new Error('nobody played');
  await hub.command('member', 'add', 'Merrin', '--chat-id', '4711', '--time-zone', 'Europe/Berlin');
  await hub.command('member', 'add', 'Tamsin');
  await hub.command('member', 'add', 'Orla');

  const token = await pair(hub, client, 'Merrin');
  for (const name of reportNames) await report(client, token, name);
  const orla = await pair(hub, client, 'Orla');
  for (const name of ['snapshot', 'loot', 'client-shutdown']) await report(client, orla, name, 'Briar');
  const tamsin = await pair(hub, client, 'Tamsin');
  for (const name of ['snapshot', 'loot', 'client-shutdown']) await report(client, tamsin, name, 'Ash Fell');
  const named = Object.fromEntries((await accounts()).map(({ id, name }) => [name, id]));
  const [quillon = '', ash = ''] = [named['Quillon Fen'], named['Ash Fell']];

  await hub.command('share', first.id, 'location_live', 'private');
  await hub.command('share', first.id, 'events', 'selected', '--with', 'Merrin');
  await hub.command('share', second.id, 'equipment', 'private');
  await hub.command('share', quillon, 'location_history', 'guild');
  await hub.command('account', 'transfer', third.id, 'Merrin');
  await hub.command('account', 'block', second.id, 'Tamsin');

  const newApiKey = (...args: string[]) => hub.command('key', 'create', '--categories', all, ...args);
  const member = await newApiKey('--member', 'Merrin', '--name', 'bot');
  const narrow = await newApiKey('--service', '--name', 'narrow', '--accounts', `${first.id},${quillon}`);
  await hub.command('key', 'set', prefixOf(narrow.key), '--name', 'narrower', '--categories', 'stats,events');
  const revoked = await newApiKey('--service', '--name', 'lost');
  await hub.command('key', 'revoke', prefixOf(revoked.key));
  await newApiKey('--member', 'Orla', '--name', 'orla');

  const { devices } = await hub.command('device', 'list');
  const ofTamsin = devices.find(({ member }: { member: string }) => member === 'Tamsin');
  await hub.command('device', 'revoke', ofTamsin.id);
  await hub.command('account', 'erase', ash, '--yes');
  await hub.command('member', 'erase', 'Orla', '--yes');
  await hub.command('member', 'leave', 'Tamsin');
  await hub.command('decommission', 'on');
  await hub.command('decommission', 'off');

  await hub.command('projections', 'rebuild', 'xp-history', '--promote');
  await hub.command('projections', 'rebuild', 'event-feed', '--promote');
  await hub.command('projections', 'retire', 'event-feed', '--previous');
  await hub.command('projections', 'rebuild', 'wealth-days');
  return {
    memberKey: member.key as string,
    narrowKey: narrow.key as string,
    revokedKey: revoked.key as string,
    plugin: { token, accountId: quillon },
    erasedId: ash,
  };
}

function prefixOf(key: string): string {
  return key.split('_')[1] ?? '';
}

async function pair(hub: CheckoutHub, client: HubClient, member: string): Promise<string> {
  const { code } = await hub.command('pair', member);
  return client.pairWith(code);
}

/** Dates the report now. `name` makes the report another character's. */
async function report(client: HubClient, token: string, fixture: string, name?: string): Promise<void> {
  const text = await readFile(new URL(`../fixtures/reports/ha-${fixture}.json`, import.meta.url), 'utf8');
  const shift = Date.now() - (JSON.parse(text).timestamp ?? Date.now());
  const body = JSON.parse(text, (field, value) => (field === 'timestamp' ? value + shift : value));
  if (name !== undefined) {
    const accountHash = Buffer.from(name.padEnd(28)).toString('hex');
    Object.assign(body.player, { name, accountHash });
    for (const event of body.events ?? []) event.eventId = crypto.randomUUID();
  }
  const { status } = await client.report(token, body);
  if (status !== 200) throw new Error(`${fixture} was answered ${status}`);
}

async function dump(): Promise<string> {
  const { port: at, password } = JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8'));
  const url = `postgres://hub:${encodeURIComponent(password)}@127.0.0.1:${at}/postgres`;
  const database = openDatabase({ url, name: 'record', maxConnections: 2, statementTimeoutMs: 60_000 });
  try {
    return await dumpDatabase(database);
  } finally {
    await database.close();
  }
}
