import { expect, test } from 'vitest';
import { executeAccountErasure } from '../projections/access/commands/accounts/erase-account.ts';
import { prepareConsole } from '../services/console/prepare-console.ts';
import { startConsoleUpkeep } from '../services/console/start-upkeep.ts';
import { writeFileItems, writeLearnedGame } from '../services/ingest/game/game-tables.ts';
import { haFixture } from '../services/ingest/plugins/ha-exporter/testing/ha-reports.ts';
import { openTestIngest, type TestIngest } from '../services/ingest/testing/open-test-ingest.ts';
import { carryOutErasure } from '../services/operations/erasure/carry-out-erasure.ts';

const whip = { id: 4_151, name: 'Abyssal whip', ge_price: 5, ha_price: 6 };

async function openWithInventedName() {
  const ingest = await openTestIngest();
  await prepareConsole(ingest.database);
  const memberId = await ingest.addMember('Quill');
  const app = ingest.openIngest();
  const text = JSON.stringify(haFixture('ha-snapshot')).replaceAll('Abyssal whip', 'Zoe of 5 Elm Street');
  expect((await ingest.report(await ingest.pair(memberId), JSON.parse(text), { app })).statusCode).toBe(200);
  await app.close();
  const [accountId = ''] = ingest.directory.currentOrStale().accounts.keys();
  expect(await namesOf(ingest)).toContain('Zoe of 5 Elm Street');
  return { ingest, memberId, accountId };
}

async function namesOf({ database }: TestIngest): Promise<(string | null)[]> {
  const rows = await database.many<{ name: string | null }>({ text: 'select name from hub.known_item' });
  return rows.map(({ name }) => name);
}

async function eraseAccount(ingest: TestIngest, accountId: string): Promise<void> {
  const before = ingest.directory.currentOrStale();
  await carryOutErasure(ingest, await executeAccountErasure(ingest, before, { accountId, actor: 'cli' }));
}

test('a name of an item goes with the erasure of the account that reported it, and prices stay', async () => {
  const { ingest, memberId, accountId } = await openWithInventedName();
  // A file and another account also gave names.
  await writeFileItems(ingest.database, [{ ...whip, id: 995, name: 'Coins' }], ingest.now);
  const other = { ...whip, id: 391, name: 'Manta ray', named_by: ['another account', 'another member'] };
  await writeLearnedGame(ingest.database, { items: [other], worlds: [] }, ingest.now);
  await eraseAccount(ingest, accountId);
  expect((await namesOf(ingest)).filter((name) => name !== null).sort()).toEqual(['Coins', 'Manta ray']);
  const { price } = await ingest.database.one<{ price: number }>({
    text: 'select ge_price as price from hub.known_item where id = 4151',
  });
  expect(price).toBeGreaterThan(0);

  // A process that has not read the erasure writes a new price.
  const late = { ...whip, name: 'Zoe of 5 Elm Street', ge_price: 7, named_by: [accountId, memberId] };
  await writeLearnedGame(ingest.database, { items: [late], worlds: [] }, ingest.now);
  expect(await namesOf(ingest)).not.toContain('Zoe of 5 Elm Street');
  await writeLearnedGame(
    ingest.database,
    { items: [{ ...whip, named_by: ['another account', 'another member'] }], worlds: [] },
    ingest.now,
  );
  expect(await namesOf(ingest)).toContain('Abyssal whip');
});

test('a name of an item goes with the erasure of the member, also when a process wrote the name during the erasure', async () => {
  const { ingest, memberId } = await openWithInventedName();
  await carryOutErasure(ingest, [memberId]);
  expect(await namesOf(ingest)).not.toContain('Zoe of 5 Elm Street');
  await ingest.database.run({
    text: `update hub.known_item set name = 'Zoe of 5 Elm Street', named_by = array[$1] where id = 4151`,
    values: [memberId],
  });
  await ingest.database.run({
    text: `update projection.erased set erased_at = erased_at - interval '61 seconds'`,
  });
  await startConsoleUpkeep(ingest, ingest.logger)();
  expect(await namesOf(ingest)).not.toContain('Zoe of 5 Elm Street');
});
