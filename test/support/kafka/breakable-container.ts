import { getContainerRuntimeClient } from 'testcontainers';
import { retryUntil } from '../../../shared/async/waiting.ts';
import type { Breakable } from './breakable.ts';

const stopsWithinSeconds = 20;
const freezing = { withinMs: 10_000, everyMs: 100 };

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
      // Another cleanup may have removed the container already.
      await docker.remove({ force: true, v: true }).catch(() => {});
    },
  };
}

/** Whether runc froze nothing, because a process started threads at that moment. */
function isNotFrozen(error: unknown): boolean {
  return error instanceof Error && error.message.includes('unable to freeze');
}
