import { expect, test } from 'vitest';
import { runInProcess, runJson } from '../../../test/support/hub/command-line.ts';
import { startTestHub } from '../../../test/support/hub/hub.ts';
import { dropReport, sampleReport } from '../../../test/support/hub/sample-report.ts';

/** Only Quill reports the account `alone`. Bram reports `passed` too. */
async function openAccounts() {
  const hub = await startTestHub();
  const [quill, bram] = [await hub.addMember('Quill'), await hub.addMember('Bram')];
  const report = async (memberId: string, body: object) => {
    expect((await hub.report(await hub.pair(memberId), body)).status).toBe(200);
  };
  const shared = await sampleReport('ha-snapshot');
  await report(quill, shared);
  await report(bram, shared);
  await report(quill, dropReport({ marker: '0b5f9a5e-2d1c-4c4e-9a57-000000000001', name: 'Black Rail' }));
  await hub.projected();
  const run = (...args: string[]) => runInProcess(hub.environment, args);
  const json = (...args: string[]) => runJson(hub.environment, args);
  const list = async () => (await json('account', 'list')).accounts;
  const accounts = await list();
  const idOf = (name: string) => accounts.find((each: { name: string }) => each.name === name)?.id;
  return { hub, run, json, list, alone: idOf('Black Rail'), passed: idOf('Quillon Fen') };
}

test('an erasure without a terminal needs the option for accounts, and the error names the accounts', async () => {
  const { run, json, list, alone } = await openAccounts();
  const { code, stdout, stderr } = await run('member', 'erase', 'Quill', '--yes');
  expect([code, stdout, stderr]).toEqual([
    1,
    '',
    `hub: nothing was erased: nobody else reports Black Rail (${alone}), so say what becomes of these accounts: --accounts keep or --accounts erase\n`,
  ]);
  const inJson = await run('member', 'erase', 'Quill', '--json');
  expect(JSON.parse(inJson.stderr).error.code).toBe('accounts_undecided');
  expect((await run('member', 'erase', 'Quill', '--yes', '--accounts', 'drop')).code).toBe(2);
  expect(await list()).toHaveLength(2);
  expect((await json('member', 'list')).members).toHaveLength(2);
  // A member without such accounts needs no decision.
  await json('member', 'add', 'Tess');
  expect(await run('member', 'erase', 'Tess', '--yes')).toMatchObject({ code: 0 });
});

test('kept accounts have no owner afterwards, and the command names these accounts', async () => {
  const { run, list, alone, passed } = await openAccounts();
  const { code, stdout } = await run('member', 'erase', 'Quill', '--yes', '--accounts', 'keep');
  expect([code, stdout]).toEqual([
    0,
    [
      'Erased the member. Their keys and plugins no longer work.',
      `Kept without an owner: Black Rail (${alone}). Next: hub account transfer ID MEMBER, or hub account erase ID.`,
      `Quillon Fen (${passed}) passes to Bram.\n`,
    ].join('\n'),
  ]);
  expect(await list()).toMatchObject([
    { name: 'Black Rail', owner: null },
    { name: 'Quillon Fen', owner: 'Bram' },
  ]);
});

test('accounts that nobody else reports are erased with the member, and do not come back', async () => {
  const { hub, json, list, alone, passed } = await openAccounts();
  const erased = await json('member', 'erase', 'Quill', '--accounts', 'erase');
  expect(erased).toEqual({
    id: expect.any(String),
    erased: true,
    backups: 'none',
    accounts: {
      erased: [{ id: alone, name: 'Black Rail' }],
      kept: [],
      passed_on: [{ id: passed, name: 'Quillon Fen', owner: 'Bram' }],
    },
  });
  expect(await list()).toMatchObject([{ name: 'Quillon Fen', owner: 'Bram' }]);
  const key = await hub.makeKey();
  expect((await hub.get(`/accounts/${alone}`, { key })).status).toBe(404);
  const text = { text: 'select from event_feed_g1.event where account_id = $1', values: [alone] };
  expect(await hub.database.many(text)).toEqual([]);
  await json('projections', 'rebuild', 'access', '--promote');
  expect(await list()).toHaveLength(1);
  const { entries } = await json('audit', '--action', 'member-erased');
  expect(entries).toMatchObject([{ details: { accounts_erased: 1 } }]);
});

test('a member who left is erased with the accounts that their departure left without an owner', async () => {
  const { json, list, alone } = await openAccounts();
  await json('member', 'leave', 'Quill');
  expect(await list()).toContainEqual(expect.objectContaining({ id: alone, owner: null }));
  const { accounts } = await json('member', 'erase', 'Quill', '--accounts', 'erase');
  expect(accounts.erased).toEqual([{ id: alone, name: 'Black Rail' }]);
  expect(await list()).toMatchObject([{ name: 'Quillon Fen' }]);
});
