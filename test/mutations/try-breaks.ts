import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applyBreak, type Break } from './break.ts';
import type { Result, Results } from './results.ts';
import { type FileResult, runTests } from './run-tests.ts';

/** The longest run of one break. */
const withinMs = 10 * 60_000;

export interface TryOptions {
  /** A copy of the tree, which nobody else changes. */
  readonly folder: string;
  readonly results: Results;
  readonly signal: AbortSignal;
  onResult(mutation: Break, result: Result): void;
}

/**
 * A test that fails without a break tells nothing about a break.
 * @returns the failed test files, and the end of what the run printed
 */
export async function findFailingTests(breaks: readonly Break[], { folder, signal }: TryOptions) {
  const tests = [...new Set(breaks.flatMap((each) => each.tests))].sort();
  const { files, output } = await runTests(folder, tests, { withinMs: 3 * withinMs, signal });
  return { failing: tests.filter((file) => files.get(file)?.state !== 'passed'), output };
}

export async function tryBreaks(breaks: readonly Break[], options: TryOptions): Promise<void> {
  for (const mutation of breaks) {
    const result = await tryBreak(mutation, options);
    await options.results.add(mutation, result, options.folder);
    options.onResult(mutation, result);
  }
}

async function tryBreak(mutation: Break, { folder, signal }: TryOptions): Promise<Result> {
  const path = join(folder, mutation.file);
  const whole = await readFile(path, 'utf8');
  const began = performance.now();
  await writeFile(path, applyBreak(whole, mutation));
  try {
    const { files } = await runTests(folder, mutation.tests, { withinMs, signal });
    const results = [...files.values()];
    return {
      outcome: outcomeOf(results.map(({ state }) => state)),
      silent: mutation.tests.filter((file) => files.get(file)?.state !== 'failed'),
      failed: results.flatMap(({ failed }) => failed),
      seconds: Math.round((performance.now() - began) / 100) / 10,
    };
  } finally {
    await writeFile(path, whole);
  }
}

function outcomeOf(files: readonly FileResult['state'][]): Result['outcome'] {
  if (files.includes('not loaded')) return 'unusable';
  return files.includes('passed') ? 'survived' : 'caught';
}
