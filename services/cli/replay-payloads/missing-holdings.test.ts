import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { transferAccount } from '../../../projections/access/commands/accounts/change-account.ts';
import { xpHistoryProjection } from '../../../projections/xp-history/projection.ts';
import { eventually } from '../../../shared/projection/testing/eventually.ts';
import { drain, liveGeneration } from '../../../shared/projection/testing/step-projector.ts';
import { emptyGame } from '../../ingest/game/known-game.ts';
import { registeredPlugins } from '../../ingest/plugins/registered.ts';
import { openTestIngest } from '../../ingest/testing/open-test-ingest.ts';
import { rawPlaces } from '../../operations/payloads/payloads.ts';
import { type Replayed, replayPayloads } from './replay-payloads.ts';

/** Ingest processes that are never closed, as killed processes: what waits in them is lost. */
async function openKilled() {
  const ingest = await openTestIngest();
  const clock = { clock: Date.now, databaseNow: Date.now };
  const member = await ingest.addMember('Quill');
  const token = await ingest.pair(member);
  const series = await liveGeneration(ingest.database, xpHistoryProjection);

  const open = () => {
    const app = ingest.openIngest(clock);
    return async (kind: string, username: string, body: object) => {
      const answer = await app.inject({
        method: 'POST',
        url: `/api/rseye/${kind}_update/`,
        headers: { authorization: `Bearer: ${token}` },
        payload: JSON.stringify({ username, ...body }),
      });
      expect(answer.statusCode).toBe(200);
    };
  };
  const accountOf = (name: string) =>
    eventually(() => {
      const { accounts } = ingest.directory.currentOrStale();
      const account = [...accounts.values()].find((each) => each.name === name);
      if (account === undefined) throw new Error('the directory has no account with this name');
      return account.id;
    });
  const replay = async (name: string): Promise<Replayed> => {
    const subjects = new Set([await accountOf(name)]);
    return replayPayloads({
      ...ingest,
      directory: ingest.directory.currentOrStale(),
      plugins: registeredPlugins,
      game: emptyGame,
      places: await rawPlaces(ingest.journal, subjects),
      filter: { subjects, deviceId: null, from: Date.now() - 600_000 },
      keptFrom: { trailFrom: 0, tilesFrom: null },
      signal: new AbortController().signal,
      onBegin: () => {},
      onRead: () => {},
    });
  };
  const banksOf = async (name: string) => {
    const accountId = await accountOf(name);
    const events = await ingest.read('hub.holdings');
    return events
      .filter(({ type, subject }) => type === 'bank-reported' && subject === accountId)
      .map(({ data }) => (data as { items: { quantity: number }[] }).items[0]?.quantity);
  };
  const project = () => drain(ingest.database, ingest.journal, series);
  return { ingest, open, replay, banksOf, accountOf, project };
}

const bank = (quantity: number) => ({ items: [{ id: 995, quantity }] });
const attack = (xp: number) => ({ statChanges: [{ skill: 'ATTACK', xp, level: 1 }] });

test('a replay appends the newest lost holding of an account, once and by the rules of reports', async () => {
  const { ingest, open, replay, banksOf, accountOf, project } = await openKilled();
  const rseye = open();

  await rseye('bank', 'Quillon Fen', bank(1));
  for (const quantity of [2, 3]) await rseye('bank', 'Quillon Fen', bank(quantity));
  expect(await banksOf('Quillon Fen')).toEqual([1]);
  expect(await replay('Quillon Fen')).toMatchObject({ holdings: 1 });
  expect(await banksOf('Quillon Fen')).toEqual([1, 3]);
  expect(await replay('Quillon Fen')).toMatchObject({ bodies: 3, holdings: 0 });

  // A restarted process has stored a newer bank.
  await rseye('bank', 'Tern Hollow', bank(1));
  await rseye('bank', 'Tern Hollow', bank(2));
  const restarted = open();
  await restarted('bank', 'Tern Hollow', bank(1));
  expect(await replay('Tern Hollow')).toMatchObject({ holdings: 0 });
  expect(await banksOf('Tern Hollow')).toEqual([1]);

  // The xp has grown since the lost bank.
  await rseye('stat', 'Sable Orrin', attack(1_000));
  await rseye('bank', 'Sable Orrin', bank(1));
  await rseye('bank', 'Sable Orrin', bank(2));
  await rseye('stat', 'Sable Orrin', attack(2_000));
  // Another character.
  await rseye('stat', 'Sable Orrin', attack(83));
  await rseye('bank', 'Sable Orrin', bank(3));
  await project();
  expect(await replay('Sable Orrin')).toMatchObject({ holdings: 1, points: 0 });
  expect(await banksOf('Sable Orrin')).toEqual([1, 2]);

  // The member only contributes now.
  await rseye('bank', 'Wren Aldous', bank(1));
  await rseye('bank', 'Wren Aldous', bank(2));
  const bram = await ingest.addMember('Bram');
  const accountId = await accountOf('Wren Aldous');
  const input = { accountId, memberId: bram, actor: 'cli', commandId: randomUUID() } as const;
  await ingest.runCommand((directory) => transferAccount(directory, input));
  expect(await replay('Wren Aldous')).toMatchObject({ holdings: 0 });
  expect(await banksOf('Wren Aldous')).toEqual([1]);
});
