import { expect, test } from 'vitest';
import { heapInUse } from '../../../../test/support/heap.ts';
import { readHaMessage } from '../../plugins/ha-exporter/read-message.ts';
import { fixtureAccount, haFixture, onTime } from '../../plugins/ha-exporter/testing/ha-reports.ts';
import { translateHaMessage } from '../../plugins/ha-exporter/translate.ts';
import { createAppendedFacts } from './select-new-facts.ts';

const mib = 1_048_576;

function remember(appendedFacts: ReturnType<typeof createAppendedFacts>, id: string, body: object): void {
  const message = readHaMessage(JSON.parse(JSON.stringify(body)));
  const facts = translateHaMessage(message, fixtureAccount, onTime());
  appendedFacts.selectNew(id, 'ha', facts, 0).remember();
}

test('the memory of appended facts does not hold the report itself', () => {
  const appendedFacts = createAppendedFacts({ isSoleProcess: true });
  const before = heapInUse();
  for (let report = 0; report < 300; report += 1) {
    const long = `${report}`.padEnd(240_000, 'x');
    remember(appendedFacts, `account ${report}`, { state: long, player: { name: long } });
  }
  expect(heapInUse() - before).toBeLessThan(4 * mib);
  // This use keeps the memory from being collected before the measurement.
  expect(
    appendedFacts.selectNew(
      'account 0',
      'ha',
      translateHaMessage(readHaMessage({}), fixtureAccount, onTime()),
      0,
    ).presence,
  ).toBeNull();
});

test('the memory of appended facts keeps its limit of bytes, for accounts of any size', () => {
  const bytesMax = 8 * mib;
  const appendedFacts = createAppendedFacts({ isSoleProcess: true, bytesMax });
  const body = haFixture('ha-snapshot');
  const [item] = body.player.inventory.items;
  const before = heapInUse();
  for (let report = 0; report < 1_500; report += 1) {
    body.player.inventory.items = Array.from({ length: 28 }, (_, slot) => ({
      ...item,
      name: `${report} ${slot}`.padEnd(64, 'y'),
    }));
    remember(appendedFacts, `account ${report}`, body);
  }
  const held = heapInUse() - before;
  expect(held).toBeLessThan(bytesMax * 1.5);
  // The estimate is close to the true size, so the memory still holds many accounts.
  expect(held).toBeGreaterThan(bytesMax / 4);
  expect(
    appendedFacts.selectNew(
      'account 1499',
      'ha',
      translateHaMessage(readHaMessage(body), fixtureAccount, onTime()),
      0,
    ).parts,
  ).toEqual({});
});
