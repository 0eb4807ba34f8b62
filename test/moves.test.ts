import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../shared/backup/testing/open-backup-test.ts';
import { categories } from '../shared/domain/category.ts';
import { runsCampaigns } from './support/campaign.ts';
import { createDeployment, type Deployment, findCompose } from './support/hub/compose.ts';
import { createHubClient, type HubClient } from './support/hub/hub-client.ts';
import { freePort, hubJson, launchHubProcess, temporaryDataDir } from './support/hub/hub-process.ts';
import { reportDrop, sampleReport } from './support/hub/sample-report.ts';
import { kafkaFor, uniquePrefix } from './support/kafka/kafka.ts';
import { deleteTopics } from './support/kafka/log.ts';
import { patient } from './support/runner/patience.ts';
import { runsSlow } from './support/runner/slow-files.ts';
import { projectRoot } from './support/source-tree.ts';
import { recordAnswers } from './upgrade/record-answers.ts';

// Runs the commands of docs/operate/move.md. The answers before and after each move are equal.

const brokers = await kafkaFor('the moves of docs/operate/move.md');
const compose =
  runsSlow || runsCampaigns ? await findCompose() : { why: 'only the slow tests build its images' };
const clone = projectRoot.replace(/\/$/, '');
const servedWithinMs = 20_000;

/** The blocks of commands below a heading. */
async function blocksBelow(heading: string): Promise<string[]> {
  const document = await readFile(join(projectRoot, 'docs/operate/move.md'), 'utf8');
  const [, section = ''] = document.split(`\n## ${heading}\n`);
  const [text = ''] = section.split('\n## ');
  return [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
}

/** Runs a block in the checkout. */
async function runBlock(block: string, settings: Settings): Promise<void> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...settings };
  await promisify(execFile)('sh', ['-ec', block], { cwd: clone, env });
}

type Settings = Readonly<Record<string, string>>;

/** The keys and cursors that clients keep, and the token of a plugin. */
interface Kept {
  readonly key: string;
  readonly token: string;
  readonly accounts: readonly string[];
  readonly start: string;
  readonly from: string;
}

async function startHub(settings: Settings) {
  const port = await freePort();
  const hub = launchHubProcess({ clone, as: null, environment: { ...settings, PORT: String(port) } });
  await hub.ready;
  const stop = async () => {
    hub.signal('SIGTERM');
    expect((await hub.ended).code, hub.printed()).toBe(0);
  };
  return { client: createHubClient(`http://127.0.0.1:${port}`), stop };
}

/** A hub as `npm start` runs it. One player has played, another was erased. */
async function playAtHome(settings: Settings): Promise<Kept> {
  const from = new Date(Date.now() - 86_400_000).toISOString();
  const { client, stop } = await startHub(settings);
  const command = (...args: string[]) => hubJson({ clone, as: null, environment: settings }, args);
  await command('member', 'add', 'Merrin');
  const pair = async () => client.pairWith((await command('pair', 'Merrin')).code);
  const token = await pair();
  const { key } = await command(
    ...['key', 'create', '--service', '--name', 'map', '--rate-limit', '6000'],
    ...['--categories', categories.join()],
  );
  const { body } = await client.get('/events?cursor=now', { key });
  const other = await sampleReport('ha-snapshot');
  const player = { ...(other.player as object), name: 'Briar', accountHash: 'b'.repeat(56) };
  expect((await client.report(await pair(), { ...other, player })).status).toBe(200);
  for (const name of ['ha-snapshot', 'ha-loot', 'ha-level-up', 'ha-death']) {
    expect((await client.report(token, await sampleReport(name))).status, name).toBe(200);
  }
  const seen = await client.getUntil('/accounts', {
    key,
    withinMs: servedWithinMs,
    seen: ({ body }) => body.data?.length === 2,
  });
  const ids = new Map<string, string>(
    seen.body.data.map(({ name, id }: Record<'name' | 'id', string>) => [name, id]),
  );
  await command('account', 'erase', ids.get('Briar') ?? '', '--yes');
  await stop();
  return { key, token, accounts: [...ids.values()], start: body.meta.next_cursor, from };
}

/** Until nobody plays, answers change. */
async function logOut(client: HubClient, { key, token }: Kept): Promise<void> {
  expect((await client.report(token, await sampleReport('ha-client-shutdown'))).status).toBe(200);
  await client.getUntil('/accounts', {
    key,
    withinMs: servedWithinMs,
    seen: ({ body }) => body.data?.length === 1 && body.data[0].online === false,
  });
}

interface Answers {
  readonly bodies: readonly object[];
  readonly digest: string;
  /** Null when a place is stale, which changes five minutes after the report. */
  readonly etag: string | null;
  readonly cursor: string;
}

/** @param isLast whether an event is the last event that has to be served */
async function answersOf(
  client: HubClient,
  { key, accounts, start, from }: Kept,
  isLast: (event: { readonly type: string; readonly data: object }) => boolean,
): Promise<Answers> {
  await client.getUntil(`/events?limit=200&cursor=${start}`, {
    key,
    withinMs: servedWithinMs,
    seen: ({ status, body }) => status === 200 && body.data.some(isLast),
  });
  const to = new Date(Date.parse(from) + 2 * 86_400_000).toISOString();
  const { asked, etag } = await recordSettled(() =>
    recordAnswers(client, { keys: { service: key }, accounts, from, to, start }),
  );
  const isStale = JSON.stringify(asked).includes('"stale":true');
  // The address holds a cursor, whose encrypted form differs each time.
  const bodies = asked.map(({ path, status, data }) => ({
    ...{ path: path.split('cursor=')[0], status },
    data: JSON.parse(JSON.stringify(data).replaceAll('"stale":true', '"stale":false')),
  }));
  const digest = createHash('sha256').update(JSON.stringify(bodies)).digest('hex');
  const cursor = asked.findLast(({ path }) => path.startsWith('/events?limit=200'))?.nextCursor ?? '';
  expect(etag).not.toBe('');
  return { bodies, digest, etag: isStale ? null : etag, cursor };
}

/** Each projection follows the log at its own pace. */
async function recordSettled<Recorded extends { readonly asked: readonly { readonly data: unknown }[] }>(
  record: () => Promise<Recorded>,
): Promise<Recorded> {
  const dataOf = ({ asked }: Recorded) => JSON.stringify(asked.map(({ data }) => data));
  let last = await record();
  for (let isSettled = false; !isSettled; ) {
    await pause(2_000);
    const next = await record();
    isSettled = dataOf(next) === dataOf(last);
    last = next;
  }
  return last;
}

const hasMarker =
  (marker: string) =>
  ({ data }: { readonly data: object }): boolean =>
    JSON.stringify(data).includes(marker);

/**
 * A follower that has all events gets exactly the next event with its earlier cursor.
 * @returns the marker of the next event
 */
async function expectSame(
  client: HubClient,
  kept: Kept,
  before: Answers,
  isLast: Parameters<typeof answersOf>[2],
): Promise<string> {
  const after = await answersOf(client, kept, isLast);
  expect(after.bodies).toEqual(before.bodies);
  expect(after.digest).toBe(before.digest);
  if (after.etag !== null && before.etag !== null) expect(after.etag).toBe(before.etag);
  const marker = await reportDrop(client, kept.token);
  const { body } = await client.getUntil(`/events?cursor=${before.cursor}`, {
    key: kept.key,
    withinMs: servedWithinMs,
    seen: ({ body }) => body.data?.length > 0,
  });
  expect(body.data).toMatchObject([{ type: 'loot', data: { data: { marker } } }]);
  return marker;
}

const isDeath = ({ type }: { readonly type: string }) => type === 'death';

async function openHome() {
  const settings = { DATA_DIR: await temporaryDataDir(null), BACKUP_DIR: await temporaryFolder() };
  const kept = await playAtHome(settings);
  const { client, stop } = await startHub(settings);
  await logOut(client, kept);
  const before = await answersOf(client, kept, isDeath);
  await stop();
  return { settings, kept, before };
}

describe.skipIf(brokers === null)('the log of a hub', () => {
  test('moves from PostgreSQL to Kafka and back by the document, and all answers stay the same', {
    timeout: patient(600_000),
  }, async () => {
    const prefix = uniquePrefix();
    onTestFinished(() => deleteTopics(brokers ?? '', prefix));
    const { settings, kept, before } = await openHome();
    const kafka = { ...settings, KAFKA_BROKERS: brokers ?? '', KAFKA_TOPIC_PREFIX: prefix };

    const there = await blocksBelow('From PostgreSQL to Kafka');
    expect(there).toHaveLength(2);
    for (const block of there) {
      const own = block.replace(/KAFKA_BROKERS=\S+/, `KAFKA_BROKERS=${brokers}`);
      await runBlock(own, { ...settings, KAFKA_TOPIC_PREFIX: prefix });
    }
    const moved = await startHub(kafka);
    const isNewest = hasMarker(await expectSame(moved.client, kept, before, isDeath));
    await logOut(moved.client, kept);
    const onKafka = await answersOf(moved.client, kept, isNewest);
    await moved.stop();

    const back = await blocksBelow('From Kafka to PostgreSQL');
    expect(back).toHaveLength(2);
    for (const block of back) await runBlock(block, kafka);
    const again = await startHub(settings);
    await expectSame(again.client, kept, onKafka, isNewest);
    await again.stop();
  });
});

const wrongIn = (printed: string) => [...printed.matchAll(/^WRONG +(\w+)/gm)].map(([, check]) => check);

if ('why' in compose) {
  test.skip(`a hub moves from one process to compose, not run: ${compose.why}`);
} else {
  test('a hub moves from one process to compose by the document, and all answers stay the same', {
    timeout: patient(900_000),
  }, async () => {
    const { settings, kept, before } = await openHome();
    const [backUp = '', secret = '', restore = '', start = '', ...more] = await blocksBelow(
      'From one process to compose',
    );
    expect(more).toEqual([]);
    await runBlock(backUp, settings);
    const env = join(await temporaryFolder(), 'hub.env');
    await runBlock(
      secret.replace('data/secret', '$DATA_DIR/secret').replace('> hub.env', `> ${env}`),
      settings,
    );
    const port = await freePort();
    const lines = (await readFile(env, 'utf8')).trim().split('\n');
    const given = {
      ...Object.fromEntries(
        lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
      ),
      API_PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      PLUGIN_PORT: String(await freePort()),
    };
    const project = `hubtest${randomBytes(4).toString('hex')}`;
    const hub = createDeployment(compose.command, given, { project });
    onTestFinished(() => hub.remove());
    const newest = (await readdir(settings.BACKUP_DIR))
      .filter((name) => /^2.*\.json$/.test(name))
      .sort()
      .at(-1);
    const commands = `${restore}${start}`
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('hub='))
      .map((line) =>
        line.replace('$PWD/backups', settings.BACKUP_DIR).replace(/restore \S+/, `restore ${newest}`),
      );
    expect(commands).toHaveLength(7);
    for (const command of commands) {
      const ran = hub.shell(command.replace('$hub run --rm', '$hub run --rm -T'));
      // The trails of the sample reports are older than the hub keeps trails.
      await ran.catch((error) => expect(wrongIn(error.stdout), command).toEqual(['retention']));
    }
    const client = createHubClient(`http://127.0.0.1:${port}`);
    const isNewest = hasMarker(await expectSame(client, kept, before, isDeath));

    await logOut(client, kept);
    const onKafka = await answersOf(client, kept, isNewest);
    const [toPostgres = '', toKafka = '', ...others] = await blocksBelow('The log of a hub in compose');
    expect(others).toEqual([]);
    const inPostgres = createDeployment(compose.command, { ...given, KAFKA_BROKERS: '' }, { project });
    await runMove(toPostgres, hub, inPostgres);
    const isLater = hasMarker(await expectSame(client, kept, onKafka, isNewest));
    await logOut(client, kept);
    const back = await answersOf(client, kept, isLater);
    await runMove(toKafka, inPostgres, hub);
    await expectSame(client, kept, back, isLater);
  });
}

/** Lines before the change of `hub.env` run with the settings of `from`, later lines with `to`. */
async function runMove(block: string, from: Deployment, to: Deployment): Promise<void> {
  const lines = block
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('hub='));
  const changeAt = lines.findIndex((line) => line.includes('KAFKA_BROKERS') && line.endsWith('hub.env'));
  expect(changeAt).toBeGreaterThan(0);
  for (const [index, line] of lines.entries()) {
    if (index === changeAt) continue;
    await (index < changeAt ? from : to).shell(line.replace('$hub run --rm', '$hub run --rm -T'));
  }
}
