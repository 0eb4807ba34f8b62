import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { sampleDay } from '../campaign.ts';

/**
 * Names the tests at the end that were left out since the machine lacks something, with the reason in their names, or since
 * the day's sample lacks them.
 */
export class NotRunTests implements Reporter {
  readonly #lines: string[] = [];
  readonly #leftOutFiles: readonly string[];
  #isFiltered = false;

  /** @param leftOutFiles the files that run on another day */
  constructor(leftOutFiles: readonly string[]) {
    this.#leftOutFiles = leftOutFiles;
  }

  onInit({ config }: Vitest): void {
    this.#isFiltered = config.testNamePattern !== undefined;
    for (const file of this.#leftOutFiles) this.#lines.push(`${file}: runs on other days`);
  }

  onTestModuleEnd(module: TestModule): void {
    for (const { fullName } of module.children.allTests('skipped')) {
      this.#lines.push(`${module.relativeModuleId}: ${fullName}`);
    }
  }

  onTestRunEnd(): void {
    // `-t` leaves out what nobody asked for.
    if (this.#isFiltered) return;
    for (const line of this.#lines) process.stderr.write(`Not run: ${line}\n`);
    if (this.#lines.length > 0) {
      process.stderr.write(`HUB_TEST_DAY=${sampleDay} chooses the same samples of slow cases again\n`);
    }
  }
}
