import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { z } from 'zod';

/** `not loaded`: the file has no tests, because an import or the set-up of the run failed. */
export interface FileResult {
  readonly state: 'passed' | 'failed' | 'not loaded';
  readonly failed: readonly string[];
}

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

const outputBytesMax = 64 * 1024;
const report = 'node_modules/.mutations-report.json';

export interface TestRun {
  readonly files: ReadonlyMap<string, FileResult>;
  /** The end of what vitest printed. */
  readonly output: string;
}

/** @param withinMs a longer run is ended, and its files count as failed */
export async function runTests(
  folder: string,
  tests: readonly string[],
  { withinMs, signal }: { readonly withinMs: number; readonly signal: AbortSignal },
): Promise<TestRun> {
  await rm(join(folder, report), { force: true });
  const { output, isEnded } = await runVitest(folder, tests, withinMs, signal);
  signal.throwIfAborted();
  const results = isEnded ? [] : await readReport(folder);
  const byFile = new Map(
    results.map(({ name, assertionResults }) => [relative(folder, name), assertionResults]),
  );
  const resultOf = (file: string): FileResult => {
    if (isEnded) return { state: 'failed', failed: ['ended after too long a time'] };
    const found = byFile.get(file) ?? [];
    const failed = found.flatMap(({ status, fullName }) => (status === 'failed' ? [fullName] : []));
    if (failed.length > 0) return { state: 'failed', failed };
    return { state: found.some(({ status }) => status === 'passed') ? 'passed' : 'not loaded', failed };
  };
  return { files: new Map(tests.map((file) => [file, resultOf(file)])), output };
}

async function runVitest(folder: string, tests: readonly string[], withinMs: number, signal: AbortSignal) {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'infra/vitest.config.ts'];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const child = spawn(process.execPath, [...vitest, ...reporters, ...tests], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-outputBytesMax);
    });
  }
  let isEnded = false;
  // The whole group: the workers of vitest and their servers too.
  const end = (name: NodeJS.Signals) => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, name);
  };
  const timer = setTimeout(() => {
    isEnded = true;
    end('SIGKILL');
  }, withinMs);
  const onAbort = () => end('SIGTERM');
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', () => resolve());
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
  return { output, isEnded };
}

/** Empty when vitest wrote no document. */
async function readReport(folder: string) {
  const text = await readFile(join(folder, report), 'utf8').catch(() => null);
  return text === null ? [] : Report.parse(JSON.parse(text)).testResults;
}
