import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/backup/testing/open-backup-test.ts';
import { projectRoot } from '../../test/support/source-tree.ts';

test('pages are built for users whatever NODE_ENV says, and name no file of the build machine', async () => {
  const folder = await temporaryFolder();
  const env = { ...process.env, NODE_ENV: 'development' };
  const builder = join(projectRoot, 'services/console/build-pages.mjs');
  await promisify(execFile)(process.execPath, [builder, folder], { env });
  const assets = join(folder, 'assets');
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(scripts.map((name) => readFile(join(assets, name), 'utf8')));
  expect(texts.length).toBeGreaterThan(10);
  expect(texts.filter((text) => text.includes(projectRoot) || text.includes('jsxDEV'))).toEqual([]);
});
