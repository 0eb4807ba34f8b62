import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { killsProjection } from '../projections/boss-kills/projection.ts';
import { type Cursors, createCursors } from '../projections/event-feed/queries/cursor.ts';
import { itemStoragesProjection } from '../projections/item-storages/projection.ts';
import { projections } from '../projections/registry.ts';
import { tileTrailProjection } from '../projections/tile-trail/projection.ts';
import { readStandaloneSettings } from '../services/standalone/settings.ts';
import { startStandalone } from '../services/standalone/start-standalone.ts';
import { discordIdOf } from '../shared/domain/member.ts';
import { createLogger } from '../shared/observability/logger.ts';
import type { Database } from '../shared/postgres/database.ts';
import { quoted } from '../shared/postgres/quoted-schema.ts';
import type { Generation } from '../shared/projection/generations/generation.ts';
import {
  readStoredGenerations,
  rolesOf,
  type StoredGeneration,
} from '../shared/projection/generations/generation-roles.ts';
import type { Projection } from '../shared/projection/projection.ts';
import { digestGeneration } from '../shared/projection/testing/digest-generation.ts';
import { runInProcess } from './support/hub/command-line.ts';
import { createHubClient, type HubClient } from './support/hub/hub-client.ts';
import { temporaryDataDir } from './support/hub/hub-process.ts';
import { reportDrop } from './support/hub/sample-report.ts';
import { serveAtOnce } from './support/hub/serve-at-once.ts';
import { startService } from './support/hub/services.ts';
import { freshDatabase } from './support/postgres/database.ts';
import { restoreDatabase } from './support/postgres/dump.ts';
import { patient } from './support/runner/patience.ts';
import { expectNewAnswers, firstNewAnswers } from './upgrade/new-answers.ts';
import { type Recorded, type RecordedAnswer, readRecorded } from './upgrade/recorded.ts';

/** Recorded answers must not lose data that has become old. */
const keepAll = {
  XP_RAW_RETENTION_DAYS: '36500',
  LOCATION_RETENTION_DAYS: '3650',
  RAW_PAYLOAD_RETENTION_HOURS: '8760',
};
const hitpoints = 61;
/** Long enough for a busy machine. */
const servedWithinMs = 30_000;

test.each(['0.1.0'])(
  'a hub continues with the data of release %s: answers, cursors, new reports, rebuilds',
  {
    timeout: patient(360_000),
  },
  async (release) => {
    const recorded = readRecorded(release);
    const { plugin, keys, etag, asked } = recorded.answers;
    const key = keys.service ?? '';
    const { database, settings, start } = await restore(recorded);
    const cursors = createCursors(Buffer.from(recorded.secret.trim(), 'base64'));

    const first = await start();
    const wanted = { client: first.client, recorded: recorded.answers, withinMs: 90_000 };
    const newAnswers = firstNewAnswers(wanted);
    for (const projection of projections) await untilCurrent(database, projection);
    await serveAtOnce(database);
    const byKey = Map.groupBy(asked, (answer) => answer.key);
    await Promise.all(
      [...byKey.values()].map((answers) =>
        expectAnswers(
          first.client,
          keys,
          answers.map((answer) => withNewCursor(answer, cursors)),
        ),
      ),
    );
    await expectNewAnswers(wanted, await newAnswers);
    const poll = (tag: string) =>
      first.client.getUntil('/snapshot', {
        key,
        headers: { 'if-none-match': tag },
        seen: ({ status }) => status !== 429,
        withinMs: 5_000,
      });
    // Owners have a new field, so a client of 0.1.0 gets the snapshot again.
    const changed = await poll(etag);
    expect(changed.status).toBe(200);
    expect((await poll(changed.headers.get('etag') ?? '')).status).toBe(304);

    const marker = await reportDrop(first.client, plugin.token, { hitpoints });
    await first.client.getUntil(`/accounts/${plugin.accountId}`, {
      key,
      seen: ({ body }) => body.data.presence.online && body.data.vitals.hp?.current === hitpoints,
      withinMs: 5_000,
    });
    await first.close();
    const rebuilt = await runInProcess(settings, [
      'projections',
      'rebuild',
      '--all',
      '--full-speed',
      '--json',
    ]);
    expect(JSON.parse(rebuilt.stdout).rebuilt).toHaveLength(projections.length);
    for (const projection of projections) await expectEqualGenerations(database, projection);

    const second = await start();
    const last = asked.findLast(({ key, path }) => key === 'service' && path.startsWith('/events?limit=200'));
    const { body } = await second.client.getUntil(`/events?cursor=${last?.nextCursor}`, {
      key,
      seen: ({ body }) => body.data?.length > 0,
      withinMs: servedWithinMs,
    });
    expect(body.data).toMatchObject([
      { type: 'loot', account: { id: plugin.accountId }, data: { data: { marker } } },
    ]);
  },
);

test('three projectors together build each changed projection once', {
  timeout: patient(360_000),
}, async () => {
  const recorded = readRecorded('0.1.0');
  const { database, settings } = await restore(recorded);
  const versions = async () => {
    const stored = await readStoredGenerations(database);
    return Map.groupBy(stored, ({ projection }) => projection);
  };
  // The engine's tables have their old columns until the first start.
  const before = await database.many<Pick<StoredGeneration, 'projection' | 'generation' | 'shape' | 'logic'>>(
    {
      text: `select projection, generation, shape, logic from projection.generation where state = 'live'`,
    },
  );
  const process = { ...settings, HUB_SECRET: recorded.secret.trim(), WORKER_METRICS_PORT: '0' };
  await Promise.all([1, 2, 3].map(() => startService('projector', process)));
  for (const projection of projections) await untilCurrent(database, projection);
  const unfinished = async () =>
    [...(await versions()).values()]
      .flatMap((generations) => [...rolesOf(generations).values()])
      .filter((role) => role === 'building' || role === 'surplus');
  await expect.poll(unfinished, { timeout: 180_000 }).toEqual([]);
  const after = await versions();
  for (const { name, version } of projections) {
    const old = before.find(({ projection }) => projection === name);
    const isChanged = old?.shape !== version.shape || old.logic !== version.logic;
    // The recorded hub has a rebuilt generation that nobody promoted.
    const roles = [...rolesOf(after.get(name) ?? [])].filter(([, role]) => role !== 'candidate');
    const number = old?.generation ?? 0;
    const live = [isChanged ? number + 1 : number, 'live'];
    const expected = isChanged && old !== undefined ? [[number, 'previous'], live] : [live];
    expect({ name, roles }).toEqual({ name, roles: expected });
  }
});

async function restore({ dump, secret }: Recorded) {
  const { url, database } = await freshDatabase();
  await restoreDatabase(database, dump);
  const dataDir = await temporaryDataDir(null);
  await writeFile(join(dataDir, 'secret'), secret);
  const own = { PORT: '0', DATA_DIR: dataDir, DATABASE_URL: url, BACKUP_ENABLED: 'false' };
  const settings = { ...keepAll, ...own };
  const logger = createLogger({ name: 'test-hub', level: 'error' });
  const start = async () => {
    const hub = await startStandalone(readStandaloneSettings(settings), logger);
    onTestFinished(() => hub.close());
    return { client: createHubClient(`http://127.0.0.1:${hub.port}`), close: hub.close };
  };
  return { database, settings, start };
}

async function untilCurrent(database: Database, { name, version }: Projection): Promise<void> {
  const live = () =>
    database.maybeOne({
      text: `select logic
             from projection.pointer
             join projection.generation using (projection, shape, generation)
             where projection = $1 and shape = $2`,
      values: [name, version.shape],
    });
  await expect.poll(live, { timeout: 90_000 }).toEqual({ logic: version.logic });
}

async function expectAnswers(
  client: HubClient,
  keys: Readonly<Record<string, string>>,
  recorded: readonly RecordedAnswer[],
): Promise<void> {
  for (const answer of recorded) {
    const { key, path } = answer;
    // A busy hub answers 503 to an unknown key until it has read which sessions began.
    const { status, body } = await client.getUntil(path, {
      key: keys[key] ?? '',
      seen: (now) => now.status !== 503,
      withinMs: servedWithinMs,
    });
    const data = withoutVia(body.data ?? null);
    const now = { key, path, status, data, nextCursor: body.meta?.next_cursor ?? null };
    expect(now).toEqual(asAnsweredNow(answer));
  }
}

/**
 * A cursor of 0.1.0 stays valid, and comes back while nothing is new. Since 0.2.0, new cursors have
 * another form.
 */
function withNewCursor(answer: RecordedAnswer, cursors: Cursors): RecordedAnswer {
  const { nextCursor } = answer;
  if (nextCursor === null || answer.path.endsWith(nextCursor)) return answer;
  const [place, range] = [cursors.decode(nextCursor), cursors.decodeRange(nextCursor)];
  if (place !== null) return { ...answer, nextCursor: cursors.encode(place) };
  if (range === null) throw new Error(`a recorded cursor is not valid: ${nextCursor}`);
  return { ...answer, nextCursor: cursors.encodeRange(range) };
}

/** Trails have `via` since 0.2.0. */
function withoutVia(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data), (key, value) => (key === 'via' ? undefined : value));
}

/**
 * This release has another word for the scope of a key, the plugin's event as `data`, and
 * `discord_id`.
 */
function asAnsweredNow(answer: RecordedAnswer): RecordedAnswer {
  const text = JSON.stringify(answer).replace('"account_scope":"selected"', '"account_scope":"list"');
  return JSON.parse(text, (_key, value) => {
    if (isEvent(value)) return withPluginEvent(value);
    return isPerson(value) ? { ...value, discord_id: discordIdOf(value.chat_id) } : value;
  }) as RecordedAnswer;
}

function isPerson(value: unknown): value is { readonly chat_id: string | null } {
  return typeof value === 'object' && value !== null && 'chat_id' in value && 'name' in value;
}

interface EventOf010 {
  readonly type: string;
  readonly data: object;
  readonly special_world: boolean;
}

function isEvent(value: unknown): value is EventOf010 {
  return typeof value === 'object' && value !== null && 'data' in value && 'special_world' in value;
}

function withPluginEvent(event: EventOf010): object {
  const { type, data } = event;
  const word = type.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  return { ...event, data: { type: word, data: type === 'level_up' ? [data] : data } };
}

/** The newest generation was built from the whole log. */
async function expectEqualGenerations(database: Database, projection: Projection): Promise<void> {
  const rows = await database.many<{ state: string; number: number; schema_name: string }>({
    text: `select state, generation as number, schema_name
           from projection.generation
           where projection = $1 and state in ('live', 'ready')
           order by generation`,
    values: [projection.name],
  });
  const digestOf = (state: string) => {
    const found = rows.findLast((row) => row.state === state);
    if (found === undefined) throw new Error(`no generation of ${projection.name} is ${state}`);
    const generation: Generation = { projection, number: found.number, schema: quoted(found.schema_name) };
    return digestGeneration(database, generation);
  };
  // Both generations take a turn a second, so that one may lack the newest records for a moment.
  const [live, built] = await vi.waitFor(
    async () => {
      const digests = [await digestOf('live'), await digestOf('ready')] as const;
      expect(digests[1], projection.name).toEqual(digests[0]);
      return digests;
    },
    { timeout: 20_000, interval: 500 },
  );
  // The data of release 0.1.0 has no tiles, kill counts and banks.
  const hasNoRows = [tileTrailProjection.name, killsProjection.name, itemStoragesProjection.name].includes(
    projection.name,
  );
  if (!hasNoRows) expect(live.rows, projection.name).toBeGreaterThan(0);
  expect(built, projection.name).toEqual(live);
}
