import { expect, test } from 'vitest';
import { readDirectory } from '../../../projections/access/directory/read-directory.ts';
import { partitionOf } from '../../../shared/events/streams.ts';
import type { Journal } from '../../../shared/log/journal.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { startTestHub } from '../../../test/support/hub/hub.ts';
import { everyLog } from '../../../test/support/kafka/hub.ts';
import { emptyGame } from '../../ingest/game/known-game.ts';
import { registeredPlugins } from '../../ingest/plugins/registered.ts';
import { rawPlaces } from '../../operations/payloads/payloads.ts';
import { replayPayloads } from './replay-payloads.ts';
import { account, device, minutes, openBadHour, otherAccount, storedRows } from './testing/bad-hour.ts';

const logs = (await everyLog('A replay of payloads')).filter(({ missing }) => !missing);
const accounts = [account, otherAccount];
/** The log has a death of each minute. It lacks all drops, and ten minutes of the trail. */
const [kept, lost] = [minutes + minutes - 10, minutes + 10];

test.each(logs)(
  'an interrupted replay adds the rest when it runs again, on $log',
  async ({ settings: settingsOfLog }) => {
    const partitions = accounts.map((subject) => partitionOf('hub.raw', subject));
    expect(new Set(partitions).size).toBe(2);
    const { database, settings, json, beginning, begin } = await openBadHour({
      ofLog: settingsOfLog(),
      accounts,
    });
    await startTestHub({ settings });
    const journal = await begin();
    const shown = async () => (await storedRows(database)).size;
    await expect.poll(shown, { timeout: 60_000 }).toBe(2 * kept);
    const before = await storedRows(database);

    await replayHalf(database, journal, beginning);
    await expect.poll(shown, { timeout: 60_000 }).toBe(2 * kept + lost);
    const half = await storedRows(database);
    const replay = () => json('raw', 'replay', '--device', device, '--since', '2h');
    expect(await replay()).toMatchObject({ bodies: 2 * minutes, events: minutes, points: 10 });
    const after = await storedRows(database);
    expect(after.size).toBe(2 * kept + 2 * lost);
    expect([before.difference(after).size, half.difference(after).size]).toEqual([0, 0]);
    expect(await replay()).toMatchObject({ bodies: 2 * minutes, events: 0, points: 0 });
  },
);

/** Stops after the first of two partitions. */
async function replayHalf(database: Database, journal: Journal, beginning: number): Promise<void> {
  const directory = async () => (await readDirectory(database, null))?.directory;
  // Bodies of an account that the directory lacks would count as bodies of an erased account.
  await expect.poll(async () => (await directory())?.accounts.size).toBe(accounts.length);
  const known = await directory();
  if (known === undefined) throw new Error('the hub has no directory');
  const stop = new AbortController();
  const replayed = replayPayloads({
    database,
    journal,
    directory: known,
    plugins: registeredPlugins,
    game: emptyGame,
    places: await rawPlaces(journal, new Set(accounts)),
    filter: { subjects: new Set(accounts), deviceId: device, from: beginning },
    keptFrom: { trailFrom: 0, tilesFrom: 0 },
    signal: stop.signal,
    onBegin: () => {},
    onRead: () => stop.abort(new Error('interrupted')),
  });
  await expect(replayed).rejects.toThrow('interrupted');
}
