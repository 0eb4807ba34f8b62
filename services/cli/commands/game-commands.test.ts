import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../shared/backup/testing/open-backup-test.ts';
import { runInProcess, runJson } from '../../../test/support/hub/command-line.ts';
import { startTestHub } from '../../../test/support/hub/hub.ts';
import { freshDatabase } from '../../../test/support/postgres/database.ts';
import { readKnownGame } from '../../ingest/game/game-tables.ts';

async function openGame() {
  const { url, database } = await freshDatabase('hub');
  const folder = await temporaryFolder();
  const settings = { DATABASE_URL: url, DATA_DIR: join(folder, 'data') };
  const load = async (name: string, json: unknown, ...options: readonly string[]) => {
    const path = join(folder, `${name}.json`);
    await writeFile(path, typeof json === 'string' ? json : JSON.stringify(json));
    return runInProcess(settings, ['game', 'load', path, ...options]);
  };
  return { settings, load, game: () => readKnownGame(database, Date.now) };
}

test('game files are loaded into a stopped hub and into a running hub', async () => {
  const { settings, load, game } = await openGame();
  const mapping = [
    { id: 4_151, name: 'Abyssal whip', highalch: 72_000 },
    { id: 'x', name: 'Rude' },
  ];
  const items = await load('mapping', mapping);
  expect(items).toMatchObject({ code: 0, stderr: '' });
  expect(items.stdout).toMatch(
    /^Loaded names and high-alchemy prices of 1 item from .*mapping.json. A running hub uses them within a minute.\nSkipped 1 entry:\n {2}2: its id is not a whole number from 0 to 65535\n$/,
  );
  await startTestHub({ settings });
  expect(await load('latest', { data: { 4151: { high: 11, low: 9 } } }, '--json')).toMatchObject({
    code: 0,
    stdout: '{"kind":"prices","loaded":1,"skipped":0,"skipped_entries":[]}\n',
  });
  await load('worlds', { worlds: [{ id: 401, types: ['BETA_WORLD'] }] });
  const known = await game();
  expect(known.itemOf(4_151)).toEqual({ name: 'Abyssal whip', ge_price: 10, ha_price: 72_000 });
  expect([known.isSpecial(401), known.isSpecial(302)]).toEqual([true, null]);
});

test('a file without usable entries is refused with one line', async () => {
  const { settings, load } = await openGame();
  for (const [content, says] of [
    ['{', 'nothing was loaded from the file: it is not JSON'],
    ['[]', 'has no usable entry: it is empty'],
    [[{ id: 7 }], 'has no usable entry: entry 1: it has no name'],
  ] as const) {
    const { code, stderr } = await load('bad', content);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^hub: [^\n]*\n$/);
    expect(stderr).toContain(says);
  }
  const { stderr, code } = await runInProcess(settings, ['game', 'load', '/none.json', '--json']);
  expect([code, JSON.parse(stderr).error.code]).toEqual([1, 'unreadable_file']);
  expect((await runInProcess(settings, ['game', 'load'])).code).toBe(2);
  expect((await runInProcess(settings, ['game', 'load', '--help'])).stdout).toContain('latest prices');
  await expect(runJson(settings, ['game', 'load', '/none.json'])).rejects.toThrow();
});
