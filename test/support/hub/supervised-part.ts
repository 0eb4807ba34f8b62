import { setTimeout as delay } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { Breakable } from '../kafka/breakable.ts';
import { patient } from '../runner/patience.ts';
import { portSettings } from './hub-parts.ts';
import { freePort, type HubProcess, launchHubProcess, type ProcessOptions } from './hub-process.ts';

/** A process that is started again when it ends by itself. */
export interface SupervisedPart extends Breakable {
  readonly url: string;
  /** The output of each run that was ready, and then ended by itself. */
  readonly crashes: readonly string[];
  /** The end of the log since the last start. */
  logged(): string;
}

const againAfterMs = 1_000;
/** Three times the longest stop (operations.md, Processes), because the machine is busy. */
const stopsWithinMs = 30_000;

/** The process keeps its port until the test ends. */
export async function supervisePart(
  { environment, ...options }: ProcessOptions,
  part: keyof typeof portSettings,
): Promise<SupervisedPart> {
  const port = await freePort();
  const own = { ...options, environment: { ...environment, [portSettings[part]]: String(port) } };
  const crashes: string[] = [];
  let wanted = true;
  let current = launch();
  onTestFinished(() => {
    wanted = false;
  });

  function launch(): HubProcess {
    const launched = launchHubProcess(own, part);
    let wasReady = false;
    launched.ready.then(
      () => {
        wasReady = true;
      },
      () => {},
    );
    void launched.ended.then(async ({ code, stdout, stderr }) => {
      if (!wanted) return;
      if (wasReady) crashes.push(`${part} ended with ${code}: ${stdout.slice(-2_000)}${stderr.slice(-500)}`);
      await delay(againAfterMs);
      if (wanted && current === launched) current = launch();
    });
    return launched;
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    wanted = false;
    current.signal(signal);
    const late = delay(patient(stopsWithinMs), 'late', { ref: false });
    if ((await Promise.race([current.ended, late])) === 'late')
      throw new Error(`${part} did not end in time: ${current.printed().slice(-2_000)}`);
  }

  return {
    url: `http://127.0.0.1:${port}`,
    crashes,
    logged: () => `${part}: ${current.printed().slice(-2_000)}`,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    start: async () => {
      wanted = true;
      current = launch();
    },
    pause: async () => current.signal('SIGSTOP'),
    resume: async () => current.signal('SIGCONT'),
  };
}
