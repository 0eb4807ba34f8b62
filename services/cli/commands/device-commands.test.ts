import { expect, test } from 'vitest';
import { runInProcess, runJson } from '../../../test/support/hub/command-line.ts';
import { startTestHub } from '../../../test/support/hub/hub.ts';
import { sampleReport } from '../../../test/support/hub/sample-report.ts';

test('devices are listed with the results of their requests, and the doctor names unknown skills', async () => {
  const hub = await startTestHub();
  const run = (...args: string[]) => runInProcess(hub.environment, args);
  const json = (...args: string[]) => runJson(hub.environment, args);
  await json('member', 'add', 'Quill');
  const { token } = await json('pair', 'Quill', '--gim');
  const post = (body: object) =>
    fetch(`${hub.url}/api/group/hub/update-group-member`, {
      method: 'POST',
      headers: { authorization: token, 'user-agent': 'GroupIronmenTracker/1.7.0 RuneLite/1.11.9' },
      body: JSON.stringify(body),
    });
  const listed = async () => (await json('device', 'list')).devices[0];
  expect((await post({})).status).toBe(200);
  await expect.poll(async () => (await listed()).warning).toContain('could not use any message');
  const { stdout } = await run('device', 'list');
  expect(stdout).toContain(`${(await listed()).id}: The hub hears Group Ironmen Tracker`);

  const { skills } = (await sampleReport('gim-update-full')) as unknown as { readonly skills: number[] };
  expect((await post({ name: 'Tern Hollow', skills: [...skills, 5] })).status).toBe(200);
  await expect.poll(async () => (await listed()).warning).toBeNull();
  const arrived = { kind: 'skills', title: 'Skills', count: 1, last_at: expect.any(String) };
  await expect.poll(async () => (await listed()).messages).toContainEqual(arrived);
  const { id, version, messages } = await listed();
  expect(version).toBe('1.7.0');
  expect(messages).toContainEqual({ kind: 'inventory', title: 'Inventory', count: 0, last_at: null });
  const shown = (await run('device', 'show', id)).stdout;
  expect(shown).toMatch(
    /^Group Ironmen Tracker 1\.7\.0, .* of Quill: active\nPaired .*\nNever refused\.\nMESSAGE/,
  );
  const list = (await run('device', 'list')).stdout;
  expect(list).toMatch(/ LAST HEARD +LAST USED +LAST REFUSED /);
  expect(list).toContain(' Group Ironmen Tracker ');
  expect(shown).toMatch(/\nSkills +1 +2/);
  expect(shown).toMatch(/\nInventory +0 +-/);
  expect(await json('device', 'show', id)).toEqual(await listed());

  const { checks } = JSON.parse((await run('doctor', '--json')).stdout);
  expect(checks).toContainEqual({
    name: 'skills',
    ok: false,
    detail:
      'Group Ironmen Tracker reports skill 25, which this release does not know: its xp is left out; all other skills are stored',
    fix: 'update the hub to a release that knows the skill',
    needs: null,
  });

  const revoked = await run('device', 'revoke', id);
  expect(revoked.stdout).toContain(`Revoked device ${id}. The plugin keeps the address and the token`);
});
