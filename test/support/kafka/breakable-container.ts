import { getContainerRuntimeClient } from 'testcontainers';
import { retryUntil } from '../../../shared/async/waiting.ts';
import type { Breakable } from './breakable.ts';

const stopsWithinSeconds = 20;
const freezing = { withinMs: 10_000, everyMs: 100 };

/** What a test does to a container, and its removal. */
export async function breakableContainer(id: string): Promise<Breakable & { close(): Promise<void> }> {
  const { container } = await getContainerRuntimeClient();
  const docker = container.getById(id);
  return {
    kill: () => docker.kill(),
    stop: () => docker.stop({ t: stopsWithinSeconds }),
    start: () => docker.start(),
    pause: () => retryUntil(() => docker.pause(), { ...freezing, mayPass: isNotFrozen }),
    resume: () => docker.unpause(),
    close: async () => {
      // Somebody may have cleaned up before.
      await docker.remove({ force: true, v: true }).catch(() => {});
    },
  };
}

/** The kernel's freezer can miss a process that starts threads meanwhile, and runc then gives up, with nothing frozen. */
function isNotFrozen(error: unknown): boolean {
  return error instanceof Error && error.message.includes('unable to freeze');
}
