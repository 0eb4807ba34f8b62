import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { allFiles, projectRoot } from '../source-tree.ts';

const run = promisify(execFile);
const config = new URL('../../fixtures/retried/vitest.config.ts', import.meta.url).pathname;

async function runLate(env: Readonly<Record<string, string>>): Promise<{ code: number; stderr: string }> {
  const args = [`${projectRoot}node_modules/vitest/vitest.mjs`, 'run', '--config', config];
  const { PATH = '' } = process.env;
  return run(process.execPath, args, { env: { PATH, ...env } }).then(
    ({ stderr }) => ({ code: 0, stderr }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
  );
}

test('the end of a run names three deadlines that were met at the second try', async () => {
  const { code, stderr } = await runLate({ LATE_TESTS: '3' });
  const named = [1, 2, 3].map((number) => `Tried again: late-once.ts: late ${number} (1 times)\n`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: named.join('') });
});

test('a run fails when four deadlines were met only at the second try', async () => {
  const { code, stderr } = await runLate({ LATE_TESTS: '4' });
  expect(code).toBe(1);
  expect(stderr).toContain('Tried again: late-once.ts: late 4 (1 times)\nFailed: 4 tests were tried again');
});

test('a failed test without the tag "deadline" is not tried again', async () => {
  const { code, stderr } = await runLate({ LATE_TESTS: '0', LATE_WITHOUT_TAG: '1' });
  expect(code).toBe(1);
  expect(stderr).not.toContain('Tried again');
});

test('a test that fails for another reason than time is not tried again', async () => {
  const { code, stderr } = await runLate({ LATE_TESTS: '0', LATE_LOSES: '1' });
  expect(code).toBe(1);
  expect(stderr).not.toContain('Tried again');
});

test('no test sets its own number of retries', () => {
  const retrying = allFiles.filter(({ path, text }) => path.endsWith('.test.ts') && /\bretry: /.test(text));
  expect(retrying.map(({ path }) => path)).toEqual([]);
});

test('each test that may be tried again marks its assertions about time, and no other test does', () => {
  const wrong: string[] = [];
  let tagged = 0;
  for (const { path, text } of allFiles.filter(({ path }) => path.endsWith('.test.ts'))) {
    // Each part begins with a test, or with a function of the file.
    const parts = text.split(/^(?= *(?:test|it)[.(]|(?:async )?function )/m);
    const timed = parts.filter((part) => /\binTime,?\s*\)/.test(part));
    const functions = timed.flatMap((part) => /^(?:async )?function (\w+)/.exec(part)?.[1] ?? []);
    const uses = new RegExp(`\\b(?:${functions.join('|')})\\b`);
    for (const part of parts.filter((each) => /^ *(?:test|it)[.(]/.test(each))) {
      const isTagged = /tags: \['deadline'\]/.test(part);
      const isTimed = timed.includes(part) || (functions.length > 0 && uses.test(part));
      if (isTagged) tagged += 1;
      if (isTagged !== isTimed) wrong.push(`${path}: ${part.split('\n', 1)}`);
    }
  }
  expect(tagged).toBeGreaterThan(10);
  expect(wrong).toEqual([]);
});
