import { getContainerRuntimeClient } from 'testcontainers';
import type { Breakable } from './breakable.ts';

const stopsWithinSeconds = 20;

/** What a test does to a container, and its removal. */
export async function breakableContainer(id: string): Promise<Breakable & { close(): Promise<void> }> {
  const { container } = await getContainerRuntimeClient();
  const docker = container.getById(id);
  return {
    kill: () => docker.kill(),
    stop: () => docker.stop({ t: stopsWithinSeconds }),
    start: () => docker.start(),
    pause: () => docker.pause(),
    resume: () => docker.unpause(),
    close: async () => {
      // Somebody may have cleaned up before.
      await docker.remove({ force: true, v: true }).catch(() => {});
    },
  };
}
