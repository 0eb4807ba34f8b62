import { onTestFinished } from 'vitest';
import { prepareGenerations } from '../generations/generations.ts';
import type { Projection } from '../projection.ts';
import { startVersionKeeper, type VersionKeeperOptions } from '../replay/version-keeper.ts';
import { runProjections } from '../run-projections.ts';
import type { TestLog } from './open-test-log.ts';

export const checkEveryMs = 100;

/** A projector process of a release with this version of a projection. It ends with the test. */
export async function startRelease(
  log: TestLog,
  projection: Projection,
  options: Pick<VersionKeeperOptions, 'keepPreviousMs'> = {},
): Promise<{ stop(): Promise<void> }> {
  await prepareGenerations(log.database, [projection]);
  const projector = runProjections({ ...log, projections: [projection] });
  const keeper = startVersionKeeper({ ...log, projections: [projection], checkEveryMs, ...options });
  const stop = async () => {
    await keeper.stop();
    await projector.stop();
  };
  onTestFinished(stop);
  return { stop };
}
