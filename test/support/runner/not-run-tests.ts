import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { sampleDay } from '../campaign.ts';

/** Names the tests that the machine cannot run, or that the day's sample leaves out. */
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
    // With `-t`, nobody asked for the tests that are left out.
    if (this.#isFiltered) return;
    for (const line of this.#lines) process.stderr.write(`Not run: ${line}\n`);
    if (this.#lines.length > 0) {
      process.stderr.write(`HUB_TEST_DAY=${sampleDay} chooses the same samples of slow cases again\n`);
    }
  }
}
