import {
  type ProjectionStatus,
  readProjectionStatus,
} from '../../../../shared/projection/upkeep/projection-status.ts';
import { defineCheck, type Finding, findingOf, sizeOf } from '../finding.ts';

export const generationsCheck = defineCheck(
  'projections',
  (hub) => readProjectionStatus(hub.database(), hub.log()),
  judgeGenerations,
);

type GenerationFacts = Pick<
  ProjectionStatus,
  'name' | 'state' | 'stopped_reason' | 'damage' | 'first_fill' | 'generation' | 'role' | 'size_bytes'
>;

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
  const surplus = kept.flatMap(({ name, generation, role, size_bytes: bytes }) =>
    role === 'surplus'
      ? [
          {
            what: `generation ${generation} of ${name} is surplus (${sizeOf(bytes)})`,
            why: 'no process reads it, and it takes disk space',
            fix: `hub projections retire ${name}`,
          },
        ]
      : [],
  );
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
