import { expect, test } from 'vitest';
import { heapInUse } from '../../../../test/support/heap.ts';
import { readHaMessage } from '../../plugins/ha-exporter/read-message.ts';
import { fixtureAccount, haFixture, onTime } from '../../plugins/ha-exporter/testing/ha-reports.ts';
import { translateHaMessage } from '../../plugins/ha-exporter/translate.ts';
import { firstReport } from '../../testing/facts-of-account.ts';
import { decideFacts, withAppended } from './decide.ts';
import { keepAccounts, type RememberedAccounts } from './keep-accounts.ts';

const mib = 1_048_576;

/** @returns the facts that are new */
function report(accounts: RememberedAccounts, id: string, body: object) {
  const message = readHaMessage(JSON.parse(JSON.stringify(body)));
  const facts = translateHaMessage(message, fixtureAccount, onTime());
  return accounts.use(id, async (account) => {
    const about = { ...firstReport, accountId: id, source: 'ha' };
    const decision = decideFacts(account.memory, { ...about, facts });
    account.memory = withAppended(decision.next, decision, 0);
    return decision.newFacts;
  });
}

test('the memory of appended facts does not hold the report itself', async () => {
  const accounts = keepAccounts();
  const before = heapInUse();
  for (let number = 0; number < 300; number += 1) {
    const long = `${number}`.padEnd(240_000, 'x');
    await report(accounts, `account ${number}`, { state: long, player: { name: long } });
  }
  expect(heapInUse() - before).toBeLessThan(4 * mib);
  // This use keeps the memory from being collected before the measurement.
  expect((await report(accounts, 'account 0', {})).presence).toBeNull();
});

test('the memory of appended facts keeps its limit of bytes, for accounts of any size', async () => {
  const bytesMax = 8 * mib;
  const accounts = keepAccounts(bytesMax);
  const body = haFixture('ha-snapshot');
  const [item] = body.player.inventory.items;
  // Waiting tiles have a limit of their own.
  delete body.player.locationTrail;
  const before = heapInUse();
  for (let number = 0; number < 1_500; number += 1) {
    body.player.inventory.items = Array.from({ length: 28 }, (_, slot) => ({
      ...item,
      name: `${number} ${slot}`.padEnd(64, 'y'),
    }));
    await report(accounts, `account ${number}`, body);
  }
  const held = heapInUse() - before;
  expect(held).toBeLessThan(bytesMax * 1.5);
  // The estimate is close to the true size, so the memory still holds many accounts.
  expect(held).toBeGreaterThan(bytesMax / 4);
  expect((await report(accounts, 'account 1499', body)).parts).toEqual({});
});
