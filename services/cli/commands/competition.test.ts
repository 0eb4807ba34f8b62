import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { runInProcess, runJson } from '../../../test/support/hub/command-line.ts';
import { startTestHub } from '../../../test/support/hub/hub.ts';

const report = new URL('../../../test/fixtures/reports/ha-snapshot.json', import.meta.url);

test('an operator creates, changes, shows and ends a competition, by id or title', async () => {
  const hub = await startTestHub();
  const command = (...args: string[]) => runJson(hub.environment, ['competition', ...args]);
  const failing = async (...args: string[]) => {
    const { code, stderr } = await runInProcess(hub.environment, ['competition', ...args, '--json']);
    return [code, JSON.parse(stderr).error.code];
  };
  await runJson(hub.environment, ['member', 'add', 'Quill']);
  const token = await hub.pairWith((await runJson(hub.environment, ['pair', 'Quill'])).code);
  expect((await hub.report(token, await readFile(report))).status).toBe(200);
  const [{ id: account, name }] = (await runJson(hub.environment, ['account', 'list'])).accounts;

  const from = new Date(Date.now() - 3_600_000).toISOString();
  const to = new Date(Date.now() + 86_400_000).toISOString();
  const range = ['--from', from, '--to', to];
  const week = ['create', '--title', 'Slayer week', '--metric', 'xp:slayer', ...range];
  const created = await command(...week, '--team', `East=${name}`);
  expect(created).toMatchObject({
    title: 'Slayer week',
    metric: { kind: 'xp', name: 'Slayer' },
    state: 'running',
    teams: [{ name: 'East', accounts: [{ id: account, name }] }],
  });
  expect(Date.parse(created.to) % 300_000).toBe(0);
  await command(
    'create',
    '--title',
    'Old',
    '--metric',
    'drops',
    '--from',
    '2026-09-01',
    '--to',
    '2026-09-02',
  );
  const changed = await command(
    'change',
    'slayer week',
    '--title',
    'Zulrah',
    '--metric',
    'kills:Zulrah',
    '--no-teams',
  );
  expect(changed).toEqual({
    ...created,
    title: 'Zulrah',
    metric: { kind: 'kills', name: 'Zulrah' },
    teams: [],
  });
  const { competitions } = await command('list');
  expect(competitions.map((each: typeof created) => [each.title, each.state])).toEqual([
    ['Zulrah', 'running'],
    ['Old', 'ended'],
  ]);
  expect(await command('show', created.id)).toEqual(changed);
  const { stdout } = await runInProcess(hub.environment, ['competition', 'show', 'zulrah']);
  expect(stdout).toContain('Zulrah: kills:Zulrah');
  expect(await command('end', 'Zulrah')).toMatchObject({ state: 'ended' });

  expect(await failing('end', 'Zulrah')).toEqual([1, 'competition_ended']);
  expect(await failing('change', created.id, '--to', to)).toEqual([1, 'competition_ended']);
  expect(await failing('show', 'Nothing')).toEqual([1, 'unknown_competition']);
  expect(await failing(...week, '--team', 'East=nobody')).toEqual([1, 'unknown_account']);
  const twice = ['--team', `East=${account}`, '--team', `West=${account}`];
  expect(await failing(...week, ...twice)).toEqual([1, 'competition_teams']);
  expect(await failing(...week, ...twice, '--team', `North=${account}`)).toEqual([2, 'usage']);
  for (const [option, value] of [
    ['--metric', 'xp:Juggling'],
    ['--metric', 'kills'],
    ['--from', 'tomorrow'],
    ['--team', 'East'],
  ] as const) {
    expect(await failing(...week, option, value), value).toEqual([2, 'usage']);
  }
  const later = ['--from', to, '--to', new Date(Date.now() + 2 * 86_400_000).toISOString()];
  const coming = await command('create', '--title', 'Coming', '--metric', 'drops', ...later);
  const cancelled = await runInProcess(hub.environment, ['competition', 'end', 'coming']);
  expect(cancelled.stdout).toBe('Cancelled the competition Coming.\n');
  expect((await command('list')).competitions).toHaveLength(2);
  expect(await failing('show', coming.id)).toEqual([1, 'unknown_competition']);
  await command('create', '--title', 'Old', '--metric', 'xp', '--from', '2026-09-01', '--to', '2026-09-02');
  expect(await failing('show', 'old')).toEqual([1, 'ambiguous_competition']);
});
