import type { Reporter, TestModule } from 'vitest/node';

const longMs = 5 * 60_000;

/**
 * Names the test files that have been running for minutes. A file that blocks its event loop meets
 * none of Vitest's timeouts. Without this line, the output of an interrupted run would not name it.
 */
export class LongFiles implements Reporter {
  readonly #timers = new Map<string, NodeJS.Timeout>();

  onTestModuleStart({ relativeModuleId }: TestModule): void {
    const startedAt = performance.now();
    const tell = () => {
      const minutes = Math.round((performance.now() - startedAt) / 60_000);
      process.stderr.write(`${relativeModuleId} has been running for ${minutes} min\n`);
    };
    this.#timers.set(relativeModuleId, setInterval(tell, longMs).unref());
  }

  onTestModuleEnd({ relativeModuleId }: TestModule): void {
    clearInterval(this.#timers.get(relativeModuleId));
    this.#timers.delete(relativeModuleId);
  }
}
