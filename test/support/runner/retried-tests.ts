import type { Reporter, TestCase } from 'vitest/node';

const retriedMax = 3;

/** A few tests that pass only at a later try show a busy machine; many show a slow hub. */
export class RetriedTests implements Reporter {
  readonly #retried: string[] = [];

  onTestCaseResult(test: TestCase): void {
    const { retryCount = 0, flaky = false } = test.diagnostic() ?? {};
    if (flaky) this.#retried.push(`${test.module.relativeModuleId}: ${test.fullName} (${retryCount} times)`);
  }

  onTestRunEnd(): void {
    for (const line of this.#retried) process.stderr.write(`Tried again: ${line}\n`);
    if (this.#retried.length <= retriedMax) return;
    const all = this.#retried.length;
    process.stderr.write(`Failed: ${all} tests were tried again, at most ${retriedMax} may be\n`);
    process.exitCode = 1;
  }
}
