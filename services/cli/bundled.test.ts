import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { expect, onTestFinished, test } from 'vitest';
import { root, sourceList, stampOf, toRun } from './bundled.mjs';

async function bundleOf(...sources: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bundle-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const stamps: Record<string, string> = {};
  for (const name of sources) {
    await writeFile(join(folder, name), '');
    const path = relative(root, join(folder, name));
    stamps[path] = stampOf(path);
  }
  await writeFile(join(folder, sourceList), JSON.stringify(stamps));
  return folder;
}

const typescript = join(root, 'services/cli/main.ts');

test('the bundle runs until a source changes', async () => {
  const folder = await bundleOf('a.ts', 'b.ts');
  expect(toRun('main', folder)).toBe(join(folder, 'main.js'));
  await writeFile(join(folder, 'b.ts'), 'changed');
  expect(toRun('main', folder)).toBe(typescript);
});

test('a source file with a changed time counts as changed, also when the new time is older', async () => {
  const folder = await bundleOf('a.ts');
  const before = Date.now() / 1_000 - 60;
  await utimes(join(folder, 'a.ts'), before, before);
  expect(toRun('main', folder)).toBe(typescript);
});

test('the TypeScript runs when a source is missing or there is no bundle', async () => {
  const folder = await bundleOf('a.ts');
  await rm(join(folder, 'a.ts'));
  expect(toRun('main', folder)).toBe(typescript);
  expect(toRun('main', join(folder, 'none'))).toBe(typescript);
});

test('the bundle also replaces a segment of a path that cannot be decoded', async () => {
  const folder = await mkdtemp(join(root, 'node_modules/.cache/bundle-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const build = await rolldown({
    input: join(root, 'services/query/http/decodable-path.ts'),
    platform: 'node',
    logLevel: 'silent',
  });
  await build.write({ dir: folder });
  await build.close();
  const { decodablePath } = await import(join(folder, 'decodable-path.js'));
  expect(decodablePath('/api/v1/accounts/%ff/xp?skills=%ff')).toBe('/api/v1/accounts/%00/xp?skills=%ff');
});
