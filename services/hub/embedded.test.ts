import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runInProcess, runJson } from '../../test/support/hub/command-line.ts';
import { processesOn, runHub } from '../../test/support/hub/hub-process.ts';
import { dataDirWithCluster } from '../../test/support/postgres/made-cluster.ts';

// Commands without a hub, on an embedded server without anything in it.

const clone = fileURLToPath(new URL('../..', import.meta.url));

test('a drill for which the disk has no room is refused, and is a finding of the doctor', async () => {
  const dataDir = await dataDirWithCluster();
  const place = { DATA_DIR: dataDir, BACKUP_DIR: join(dataDir, 'backups') };
  const { file } = await runJson(place, ['backup', 'now']);
  const full = { ...place, MIN_FREE_DISK: '1000000000' };
  const refused = await runInProcess(full, ['backup', 'verify', file, '--drill', '--json']);
  expect(refused.code).toBe(1);
  const line = refused.stderr.trim().split('\n').at(-1) ?? '';
  expect(JSON.parse(line)).toMatchObject({ error: { code: 'no_room' } });
  const lacks = expect.stringMatching(/lacks \d+ MB: make room/);
  expect(await runJson(place, ['backup', 'list'])).toMatchObject({
    backups: [{ file, verified_at: null, problem: lacks }],
  });
  const { stdout } = await runInProcess(place, ['doctor', '--json']);
  expect(JSON.parse(stdout).checks).toContainEqual(
    expect.objectContaining({ name: 'backup', ok: false, detail: lacks }),
  );
}, 120_000);

test('commands without a hub run one after another, and stop the server that they started', async () => {
  const dataDir = await dataDirWithCluster();
  const environment = { DATA_DIR: dataDir };
  const added = await Promise.all(
    ['Quill', 'quill'].map((name) =>
      runHub({ clone, as: null, environment }, ['member', 'add', name, '--json']),
    ),
  );
  const outcomes = added.map(({ code, stderr }) => (code === 0 ? 'added' : JSON.parse(stderr).error.code));
  expect(outcomes.sort()).toEqual(['added', 'name_taken']);
  expect(await runJson(environment, ['member', 'list'])).toMatchObject({ members: [{ status: 'active' }] });
  const { ok, checks } = await runJson(environment, ['doctor']);
  expect({ ok, wrong: checks.filter((check: { ok: boolean }) => !check.ok) }).toEqual({
    ok: true,
    wrong: [],
  });
  const full = { ...environment, MIN_FREE_DISK: '1000000000' };
  const { stdout } = await runInProcess(full, ['doctor', '--json']);
  expect(JSON.parse(stdout).checks).toContainEqual(
    expect.objectContaining({
      name: 'disk',
      ok: false,
      detail: expect.stringContaining('reports are refused'),
    }),
  );
  expect(await processesOn(dataDir)).toEqual([]);
}, 120_000);
