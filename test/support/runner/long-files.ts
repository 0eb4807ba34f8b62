import type { Reporter, TestModule } from 'vitest/node';

const longMs = 5 * 60_000;

/**
 * A file that blocks its event loop meets no timeout of Vitest, so the output must name the file.
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
