import { expect, test } from 'vitest';
import { executeAccountErasure } from '../../../projections/access/commands/accounts/erase-account.ts';
import { runInProcess, runJson } from '../../../test/support/hub/command-line.ts';
import { startTestHub } from '../../../test/support/hub/hub.ts';
import { reportTwins } from '../../../test/support/hub/twin-accounts.ts';

async function openTwins() {
  const hub = await startTestHub();
  const twins = await reportTwins(hub, await hub.addMember('Quill'));
  const run = (...args: string[]) => runInProcess(hub.environment, args);
  const json = (...args: string[]) => runJson(hub.environment, args);
  return { ...twins, hub, run, json };
}

test('the list and the doctor name the twin, and the account without a hash is erased', async () => {
  const { name, originalId, twinId, run, json } = await openTwins();
  const { stdout } = await run('account', 'twins');
  expect(stdout).toContain(`${twinId}  ${name}  Quill  ${originalId}`);
  expect(stdout).toContain('1 play session');
  const { twins } = await json('account', 'twins');
  expect(twins).toMatchObject([{ id: twinId, twin_of: { id: originalId }, still_reported: false }]);

  const { checks } = JSON.parse((await run('doctor', '--json')).stdout);
  expect(checks).toContainEqual({
    name: 'twins',
    ok: false,
    detail: `account ${twinId} has the name of account ${originalId}: a plugin that sends no account hash reported a new name first, so the member has two accounts of one character`,
    fix: `hub account erase-twin ${twinId}`,
    needs: null,
  });

  const unconfirmed = await run('account', 'erase-twin', twinId);
  expect([unconfirmed.code, unconfirmed.stderr]).toEqual([
    1,
    'hub: nothing was erased: there is no terminal for the question, use --yes\n',
  ]);
  const erased = await run('account', 'erase-twin', name, '--yes');
  expect([erased.code, erased.stdout]).toEqual([
    0,
    `Erased the twin ${name} (${twinId}). The account ${originalId} stays as it was.\n`,
  ]);
  expect((await json('account', 'list')).accounts).toMatchObject([{ id: originalId, name }]);
  expect(await json('account', 'twins')).toEqual({ twins: [] });
  const { entries } = await json('audit', '--action', 'account-erased');
  expect(entries).toMatchObject([{ actor: expect.stringContaining('cli'), subject: twinId }]);
  expect(JSON.parse((await run('doctor', '--json')).stdout).checks).toContainEqual(
    expect.objectContaining({ name: 'twins', ok: true }),
  );
  expect(await json('account', 'erase-twin', twinId)).toMatchObject({ id: twinId, erased: true });
});

test('the same command completes an interrupted erasure of a twin', async () => {
  const { hub, twinId, json } = await openTwins();
  const { core, database } = hub;
  await executeAccountErasure(core, core.directory.current(), { accountId: twinId, actor: 'cli' });
  const completed = () =>
    database.many({ text: 'select from projection.erased where subject = $1', values: [twinId] });
  expect(await completed()).toEqual([]);
  expect(await json('account', 'erase-twin', twinId)).toMatchObject({ id: twinId, erased: true });
  expect(await completed()).toHaveLength(1);
});

test('an account with a hash is never erased as a twin', async () => {
  const { originalId, run, json } = await openTwins();
  const { code, stderr } = await run('account', 'erase-twin', originalId, '--yes');
  expect([code, stderr]).toEqual([
    1,
    `hub: account ${originalId} is no twin, so nothing was erased\n  -> hub account twins\n`,
  ]);
  expect((await json('account', 'list')).accounts).toHaveLength(2);
});
