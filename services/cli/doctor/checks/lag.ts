import { readProjectionStatus } from '../../../../shared/projection/upkeep/projection-status.ts';
import { type Check, type Finding, findingOf, spanOf } from '../finding.ts';

export const lagCheck: Check = {
  name: 'lag',
  run: async (hub) => {
    const { runs, hasProjector } = hub.server();
    return judgeLag({
      runs,
      hasProjector,
      generations: await readProjectionStatus(hub.database(), hub.log()),
    });
  },
};

export interface LagFacts {
  readonly runs: boolean;
  readonly hasProjector: boolean;
  readonly generations: readonly {
    readonly name: string;
    readonly generation: number;
    readonly state: string;
    readonly lag_events: number;
    readonly lag_seconds: number;
    readonly unanswered?: number;
  }[];
}

const lagMaxSeconds = 60;

export function judgeLag({ runs, hasProjector, generations }: LagFacts): Finding {
  const live = servedAmong(generations);
  const behind = live.filter(({ lag_events }) => lag_events > 0);
  const events = behind.reduce((sum, { lag_events }) => sum + lag_events, 0);
  if (!runs) return findingOf([], `no hub runs; ${events} events wait for its start`);
  if (!hasProjector) {
    const what = 'processes of the hub run, but no projector';
    const why = `new reports are not shown, and ${events} events wait`;
    return findingOf([{ what, why, fix: 'hub projector' }], '');
  }
  const faults = behind
    .filter(({ lag_seconds }) => lag_seconds > lagMaxSeconds)
    .map(({ name, lag_events, lag_seconds }) => ({
      what: `${name} is ${lag_events} events, ${spanOf(lag_seconds * 1_000)} behind`,
      why: 'answers of the API are this old',
      fix: 'check the load of the database, start another hub projector, and check hub projections and hub parked list',
    }));
  for (const { name, unanswered = 0 } of behind) {
    if (unanswered === 0) continue;
    faults.push({
      what: `${name} has unread records in ${unanswered} partitions that do not answer`,
      why: 'its lag is unknown',
      fix: 'do what the check log says',
    });
  }
  return findingOf(faults, `${live.length} projections are within ${lagMaxSeconds} s of the log`);
}

/**
 * The newest live generation of each projection. Older generations stay live for processes of the
 * earlier release.
 */
function servedAmong(generations: LagFacts['generations']): LagFacts['generations'] {
  const live = generations.filter(({ state }) => state === 'live');
  return live.filter(
    ({ name, generation }) => !live.some((other) => other.name === name && other.generation > generation),
  );
}
