import { projections } from '../../../../projections/registry.ts';
import { isAbove, versionOfKey } from '../../../../shared/projection/generations/generation.ts';
import {
  type ProjectionStatus,
  readProjectionStatus,
} from '../../../../shared/projection/upkeep/projection-status.ts';
import { counted } from '../../terminal/progress-display.ts';
import type { ExaminedHub } from '../examined-hub.ts';
import { defineCheck, type FactsOf, type Finding, findingOf, spanOf } from '../finding.ts';

export const lagCheck = defineCheck('lag', readLag, judgeLag);

type Lag = Pick<
  ProjectionStatus,
  'name' | 'version' | 'generation' | 'state' | 'lag_events' | 'lag_seconds' | 'unanswered'
>;

async function readLag(hub: ExaminedHub) {
  const { runs, hasProjector } = hub.server();
  const generations: Lag[] = await readProjectionStatus(hub.database(), hub.log());
  return { runs, hasProjector, generations };
}

const lagMaxSeconds = 60;

export function judgeLag({ runs, hasProjector, generations }: FactsOf<typeof readLag>): Finding {
  const live = servedAmong(generations);
  const behind = live.filter(({ lag_events }) => lag_events > 0);
  const events = behind.reduce((sum, { lag_events }) => sum + lag_events, 0);
  if (!runs) return findingOf([], `no hub runs; waiting for its start: ${counted(events, 'event')}`);
  if (!hasProjector) {
    const what = 'processes of the hub run, but no projector';
    const why = `new reports are not shown; waiting: ${counted(events, 'event')}`;
    return findingOf([{ what, why, fix: 'hub projector' }], '');
  }
  const faults = behind
    .filter(({ lag_seconds }) => lag_seconds > lagMaxSeconds)
    .map(({ name, lag_events, lag_seconds }) => ({
      what: `${name} is ${counted(lag_events, 'event')}, ${spanOf(lag_seconds * 1_000)} behind`,
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
 * The live generation of the newest shape that this release reads, of each projection. Other
 * generations stay live for processes of another release.
 */
function servedAmong(generations: readonly Lag[]): Lag[] {
  const live = generations.flatMap((each) => {
    const own = projections.find(({ name }) => name === each.name)?.version;
    const built = versionOfKey(`${each.name} ${each.version}`, each.name);
    if (own === undefined || built === null || isAbove(built, own)) return [];
    return each.state === 'live' || each.state === 'previous' ? [{ each, shape: built.shape }] : [];
  });
  const newestFirst = live.toSorted(
    (left, right) => right.shape - left.shape || right.each.generation - left.each.generation,
  );
  return [...Map.groupBy(newestFirst, ({ each }) => each.name).values()].flatMap(
    ([first]) => first?.each ?? [],
  );
}
