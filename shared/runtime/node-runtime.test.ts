import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { bundledNode, nodeFlags } from './node-runtime.mjs';

const runtime = fileURLToPath(new URL('./node-runtime.mjs', import.meta.url));

/** Keeps more and more, from 16 MB to 160, and counts the collections of the whole heap. */
const grow = `
  const { PerformanceObserver, constants } = await import('node:perf_hooks');
  let whole = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries()) if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) whole += 1;
  });
  observer.observe({ entryTypes: ['gc'] });
  const kept = [];
  for (let turn = 0; turn < 200; turn += 1) {
    if (turn === 20) gc();
    kept.push(Array.from({ length: 1_000 }, () => new Array(100).fill(0)));
    await new Promise((next) => setImmediate(next));
  }
  await new Promise((next) => setTimeout(next, 20));
  console.log(whole);`;

function collections(before: string): number {
  const flags = [...nodeFlags(bundledNode, 'loading'), '--expose-gc', '--input-type=module'];
  return Number(execFileSync(bundledNode, [...flags, '-e', `${before};${grow}`], { encoding: 'utf8' }));
}

test.skipIf(!existsSync(bundledNode))(
  'a heap that has settled is collected more often than that of a start',
  () => {
    const starting = collections('');
    const settled = collections(`(await import(${JSON.stringify(runtime)})).settleHeap()`);
    expect(settled).toBeGreaterThan(starting);
  },
);
