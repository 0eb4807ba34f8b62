import { projections } from '../../../../projections/registry.ts';
import { isAbove, versionOfKey } from '../../../../shared/projection/generations/generation.ts';
import { type ParkedHead, readParked } from '../../../../shared/projection/parking/read-parked.ts';
import { isKeptFor } from '../../../../shared/projection/replay/retire.ts';
import {
  type ProjectionStatus,
  readProjectionStatus,
} from '../../../../shared/projection/upkeep/projection-status.ts';
import { counted } from '../../terminal/progress-display.ts';
import type { ExaminedHub } from '../examined-hub.ts';
import { defineCheck, type FactsOf, type Finding, findingOf, sizeOf, spanOf } from '../finding.ts';

export const generationsCheck = defineCheck(
  'projections',
  (hub) => readProjectionStatus(hub.database(), hub.log()),
  judgeGenerations,
);

type GenerationFacts = Omit<ProjectionStatus, 'position' | 'lag_events' | 'lag_seconds' | 'parked'>;

export function judgeGenerations(generations: readonly GenerationFacts[]): Finding {
  // A dropped generation keeps its row and has no tables.
  const kept = generations.filter(({ state }) => state !== 'retired');
  const stopped = kept.flatMap(({ name, stopped_reason: reason }) =>
    reason === null
      ? []
      : [
          {
            what: `${name} is stopped (${reason})`,
            why: 'it serves its old rows and shows nothing new',
            fix: `fix the reason and start the hub, or run hub projections rebuild ${name}`,
          },
        ],
  );
  const damaged = kept.flatMap(({ name, generation, role, damage }) => {
    if (damage === null) return [];
    const what = `${name} has a damaged table (${damage})`;
    if (role !== 'live' && role !== 'building') {
      const why = 'a promotion or rollback would serve it';
      return [{ what, why, fix: `hub projections retire ${name} --generation ${generation}` }];
    }
    return [
      {
        what,
        why: 'requests that read it fail, and the disk may lose more data',
        fix: `check the disk; then hub projections rebuild ${name} --promote and hub projections retire ${name} --previous`,
      },
    ];
  });
  const surplus = kept
    .filter((each) => each.role === 'surplus' && !isOfAnUpdate(each))
    .map(({ name, generation, size_bytes: bytes }) => ({
      what: `generation ${generation} of ${name} is surplus (${sizeOf(bytes)})`,
      why: 'no process reads it, and it takes disk space',
      fix: `hub projections retire ${name}`,
    }));
  const filling = kept.filter(({ first_fill }) => first_fill).map(({ name }) => name);
  const built = filling.length === 0 ? '' : `; being built, and read when complete: ${filling.join(', ')}`;
  const spare = kept
    .filter(({ role }) => role !== 'live')
    .map(
      ({ name, generation, role, size_bytes: bytes }) => `${name} ${generation} (${role}, ${sizeOf(bytes)})`,
    );
  const also = spare.length === 0 ? '' : `; not live: ${spare.join(', ')}`;
  return findingOf(
    [...stopped, ...damaged, ...surplus],
    `${kept.length} generations, none stopped or damaged${built}${also}`,
  );
}

/** Whether `hub projections retire` keeps the tables, because two releases take turns. */
function isOfAnUpdate({ name, version, state }: GenerationFacts): boolean {
  const own = projections.find((projection) => projection.name === name)?.version;
  const [shape = 0, logic = 0] = version.split('.').map(Number);
  return own !== undefined && isKeptFor(own, { shape, logic, is_pointed_at: state === 'live' });
}

export const parkedCheck = defineCheck('parked', (hub) => readParked(hub.database()), judgeParked);

type ParkedEvent = Pick<ParkedHead, 'projection' | 'generation' | 'waiting'>;

export function judgeParked(parked: readonly ParkedEvent[]): Finding {
  const byGeneration = Map.groupBy(parked, ({ projection, generation }) => `${projection} ${generation}`);
  const faults = [...byGeneration.values()].map((heads) => {
    const [{ projection, generation }] = heads as [ParkedEvent];
    const waiting = heads.reduce((sum, head) => sum + head.waiting, 0);
    const behind =
      waiting === 0 ? '' : `, and ${counted(waiting, 'event')} ${waiting === 1 ? 'waits' : 'wait'} behind`;
    return {
      what: `generation ${generation} of ${projection} could not fold ${counted(heads.length, 'event')}${behind}`,
      why: 'they are missing in answers of the API',
      fix: 'hub parked list, then hub parked retry ID after an update, or hub parked drop ID',
    };
  });
  return findingOf(faults, 'no event is parked');
}

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
