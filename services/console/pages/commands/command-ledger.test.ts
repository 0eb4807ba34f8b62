import { expect, test } from 'vitest';
import { HubError } from '../../../../shared/client/hub-error.ts';
import { openCommandLedger } from './command-ledger.ts';

const command = { what: 'Revoke the key map', showsSecret: false };

function openTab(stored = new Map<string, string>(), memberId = 'ada') {
  let ids = 0;
  const ledger = openCommandLedger({
    storage: {
      getItem: (name) => stored.get(name) ?? null,
      setItem: (name, value) => stored.set(name, value),
    },
    newId: () => `id-${++ids}`,
    now: () => 1_000,
    memberId,
  });
  return { ledger, stored };
}

test('an answered command is not open any more, whether it was granted or refused', async () => {
  const { ledger } = openTab();
  expect(await ledger.give(command, async (id) => id)).toEqual({ outcome: 'done', answer: 'id-1' });
  const refusal = new HubError('key_revoked', 'the key is revoked', { status: 409 });
  const given = await ledger.give(command, () => Promise.reject(refusal));
  expect(given).toEqual({ outcome: 'refused', error: refusal });
  expect(ledger.open.get()).toEqual([]);
});

test.each([
  ['no answer came', new HubError('unreachable', 'the hub cannot be reached')],
  ['it is stored only', new HubError('stored_only', 'the log has it', { status: 503 })],
  ['it was given before', new HubError('already_given', 'it was given already', { status: 409 })],
])('a command stays open when %s', async (_, error) => {
  const { ledger } = openTab();
  expect(await ledger.give(command, () => Promise.reject(error))).toMatchObject({ outcome: 'open' });
  expect(ledger.open.get()).toMatchObject([{ ...command, isRunning: false, waitsFor: error.message }]);
});

test('a page that is left during a command finds the command again, until it is closed', async () => {
  const { ledger, stored } = openTab();
  void ledger.give(command, () => new Promise(() => {}));
  expect(ledger.open.get()).toMatchObject([{ isRunning: true }]);
  const again = openTab(stored).ledger;
  expect(again.open.get()).toMatchObject([{ ...command, requestId: 'id-1', isRunning: false, at: 1_000 }]);
  again.close('id-1');
  expect(openTab(stored).ledger.open.get()).toEqual([]);
});

test('a member who signs in after somebody else in the same tab sees none of their commands', async () => {
  const { ledger, stored } = openTab();
  const away = new HubError('timeout', 'no answer');
  await ledger.give(command, () => Promise.reject(away));
  const other = openTab(stored, 'bo').ledger;
  expect(other.open.get()).toEqual([]);
  await other.give({ ...command, what: 'Revoke the key bot' }, () => Promise.reject(away));
  expect(openTab(stored).ledger.open.get()).toMatchObject([{ what: 'Revoke the key map' }]);
});

test('other text in the storage of the tab is not a ledger', () => {
  for (const text of ['{', '7', '[{"requestId":7}]', 'null']) {
    expect(openTab(new Map([['hub-commands:ada', text]])).ledger.open.get()).toEqual([]);
  }
});

test('the ledger does not grow without limit', async () => {
  const { ledger } = openTab();
  const away = new HubError('timeout', 'no answer');
  for (let count = 0; count < 30; count += 1) await ledger.give(command, () => Promise.reject(away));
  expect(ledger.open.get()).toHaveLength(20);
  expect(ledger.open.get().at(-1)?.requestId).toBe('id-30');
});
