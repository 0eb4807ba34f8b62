import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { nodeFlags } from './node-runtime.mjs';
import { bundledNode } from './platform.mjs';

const runtime = fileURLToPath(new URL('./node-runtime.mjs', import.meta.url));

/** Keeps more and more memory, up to 320 MB. */
const grow = `
  const kept = [];
  for (let round = 0; round < 400; round += 1) {
    if (round === 20) gc();
    kept.push(Array.from({ length: 1_000 }, () => new Array(100).fill(0)));
    await new Promise((next) => setImmediate(next));
  }`;

/** The number of collections of the whole heap. */
function collections(before: string): number {
  const flags = [...nodeFlags(bundledNode, 'loading'), '--expose-gc', '--trace-gc', '--input-type=module'];
  const trace = execFileSync(bundledNode, [...flags, '-e', `${before};${grow}`], { encoding: 'utf8' });
  return trace.split('Mark-Compact').length - 1;
}

test.skipIf(!existsSync(bundledNode))(
  'the heap of a settled process is collected more often than the heap of a loading process',
  () => {
    const loading = collections('');
    const settled = collections(`(await import(${JSON.stringify(runtime)})).settleHeap()`);
    expect(settled).toBeGreaterThan(loading);
  },
);
