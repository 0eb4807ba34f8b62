import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { hubJson, processesOn, runHub, temporaryDataDir } from '../../test/support/hub/hub-process.ts';

// Commands as separate processes, on the embedded server of an empty data directory.

const clone = fileURLToPath(new URL('../..', import.meta.url));

test('a drill for which the disk has no room is refused, and is a finding of the doctor', async () => {
  const dataDir = await temporaryDataDir(null);
  const place = { DATA_DIR: dataDir, BACKUP_DIR: join(dataDir, 'backups') };
  const options = { clone, as: null, environment: place };
  const { file } = await hubJson(options, ['backup', 'now']);
  const full = { ...options, environment: { ...place, MIN_FREE_DISK: '1000000000' } };
  const refused = await runHub(full, ['backup', 'verify', file, '--drill', '--json']);
  expect(refused.code).toBe(1);
  const line = refused.stderr.trim().split('\n').at(-1) ?? '';
  expect(JSON.parse(line)).toMatchObject({ error: { code: 'no_room' } });
  const lacks = expect.stringMatching(/lacks \d+ MB: make room/);
  expect(await hubJson(options, ['backup', 'list'])).toMatchObject({
    backups: [{ file, verified_at: null, problem: lacks }],
  });
  const { stdout } = await runHub(options, ['doctor', '--json']);
  expect(JSON.parse(stdout).checks).toContainEqual(
    expect.objectContaining({ name: 'backup', ok: false, detail: lacks }),
  );
}, 120_000);

test('commands without a hub run one after another, and stop the server that they started', async () => {
  const dataDir = await temporaryDataDir(null);
  const options = { clone, as: null, environment: { DATA_DIR: dataDir } };
  const added = await Promise.all(
    ['Quill', 'quill'].map((name) => runHub(options, ['member', 'add', name, '--json'])),
  );
  expect(added.map(({ code }) => code).sort()).toEqual([0, 1]);
  const refused = added.find(({ code }) => code === 1);
  expect(JSON.parse(refused?.stderr ?? '')).toMatchObject({ error: { code: 'name_taken' } });
  expect(await hubJson(options, ['member', 'list'])).toMatchObject({ members: [{ status: 'active' }] });
  const { ok, checks } = await hubJson(options, ['doctor']);
  expect({ ok, wrong: checks.filter((check: { ok: boolean }) => !check.ok) }).toEqual({
    ok: true,
    wrong: [],
  });
  const full = { ...options, environment: { DATA_DIR: dataDir, MIN_FREE_DISK: '1000000000' } };
  const { stdout } = await runHub(full, ['doctor', '--json']);
  expect(JSON.parse(stdout).checks).toContainEqual(
    expect.objectContaining({
      name: 'disk',
      ok: false,
      detail: expect.stringContaining('reports are refused'),
    }),
  );
  expect(await processesOn(dataDir)).toEqual([]);
}, 120_000);
