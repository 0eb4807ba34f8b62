import { expect, test } from 'vitest';
import { heapInUse } from '../../../../test/support/heap.ts';
import { readHaMessage } from '../../plugins/ha-exporter/read-message.ts';
import { fixtureAccount, haFixture, onTime } from '../../plugins/ha-exporter/testing/ha-reports.ts';
import { translateHaMessage } from '../../plugins/ha-exporter/translate.ts';
import { createAppendedFacts } from './appended-facts.ts';

const mib = 1_048_576;

/** What a report with these changes leaves in the memory of unchanged parts. */
function remember(unchanged: ReturnType<typeof createAppendedFacts>, id: string, body: object): void {
  const message = readHaMessage(JSON.parse(JSON.stringify(body)));
  const facts = translateHaMessage(message, fixtureAccount, onTime());
  unchanged.selectNew(id, 'ha', facts, 0).remember();
}

test('what is kept of a report does not keep the report', () => {
  const unchanged = createAppendedFacts({ isSoleProcess: true });
  const before = heapInUse();
  for (let report = 0; report < 300; report += 1) {
    const long = `${report}`.padEnd(240_000, 'x');
    remember(unchanged, `account ${report}`, { state: long, player: { name: long } });
  }
  expect(heapInUse() - before).toBeLessThan(4 * mib);
  // Still in use: what was measured was not collected with it.
  expect(
    unchanged.selectNew('account 0', 'ha', translateHaMessage(readHaMessage({}), fixtureAccount, onTime()), 0)
      .presence,
  ).toBeNull();
});

test('the memory of unchanged parts holds no more bytes than it may, however large the accounts are', () => {
  const bytesMax = 8 * mib;
  const unchanged = createAppendedFacts({ isSoleProcess: true, bytesMax });
  const body = haFixture('ha-snapshot');
  const [item] = body.player.inventory.items;
  const before = heapInUse();
  for (let report = 0; report < 1_500; report += 1) {
    body.player.inventory.items = Array.from({ length: 28 }, (_, slot) => ({
      ...item,
      name: `${report} ${slot}`.padEnd(64, 'y'),
    }));
    remember(unchanged, `account ${report}`, body);
  }
  const held = heapInUse() - before;
  expect(held).toBeLessThan(bytesMax * 1.5);
  // The estimate is not so far above the truth that the memory would hold next to nothing.
  expect(held).toBeGreaterThan(bytesMax / 4);
  expect(
    unchanged.selectNew(
      'account 1499',
      'ha',
      translateHaMessage(readHaMessage(body), fixtureAccount, onTime()),
      0,
    ).parts,
  ).toEqual({});
});
