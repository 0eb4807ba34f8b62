import type { Reporter, TestModule, Vitest } from 'vitest/node';

/** Names the tests that the machine cannot run, or that a sample of slow cases leaves out. */
export class NotRunTests implements Reporter {
  readonly #lines: string[] = [];
  #isFiltered = false;

  onInit({ config }: Vitest): void {
    this.#isFiltered = config.testNamePattern !== undefined;
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
  }
}
