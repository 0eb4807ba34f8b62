import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { hubJson, processesOn, runHub, temporaryDataDir } from '../../test/support/hub/hub-process.ts';

// Commands as separate processes, on the embedded server of an empty data directory.

const clone = fileURLToPath(new URL('../..', import.meta.url));

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
}, 60_000);
