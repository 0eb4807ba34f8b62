import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { expect, test } from 'vitest';

const entry = new URL('open-client.ts', import.meta.url).pathname;

test('the client is small in a browser, and contains no other code', async () => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, target: 'es2022', lib: { entry, formats: ['es'] }, minify: 'oxc' },
  });
  const [output] = [built].flat();
  if (output === undefined || !('output' in output)) throw new Error('no bundle');
  const chunks = output.output.flatMap((each) => (each.type === 'chunk' ? [each] : []));
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds);
  expect(modules.length).toBeGreaterThan(5);
  expect(modules.filter((id) => !id.includes('/shared/client/'))).toEqual([]);
  expect(chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])).toEqual([]);
  expect(gzipSync(chunks.map(({ code }) => code).join('')).byteLength).toBeLessThan(6_250);
});
