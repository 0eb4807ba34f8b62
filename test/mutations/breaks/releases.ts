import type { Break } from '../break.ts';

export const releaseBreaks: readonly Break[] = [
  {
    id: 'releases-drop-later-tables',
    file: 'shared/projection/replay/drop-surplus.ts',
    replace: ' || isAbove(previous, version)) return [];',
    by: ') return [];',
    tests: ['shared/projection/replay/two-releases.test.ts'],
    reason: 'an earlier release that took over drops the tables of the later release',
  },
  {
    id: 'releases-drop-unfinished-tables',
    file: 'shared/projection/replay/rebuild/building-generation.ts',
    replace: ` and state = 'building' and (shape, logic) <= ($2, $3)`,
    by: ` and state = 'building'`,
    tests: ['shared/projection/replay/two-releases.test.ts'],
    reason: 'a rebuild by an earlier release that took over drops what the later release has built',
  },
  {
    id: 'releases-expire-own-tables-only',
    file: 'shared/projection/upkeep/expire-rows.ts',
    replace: `atttypid = 'bigint'::regtype`,
    by: `atttypid = 'text'::regtype`,
    tests: ['shared/projection/upkeep/expire-rows.test.ts'],
    reason: 'trails in the tables of another release stay longer than the hub promises',
  },
  {
    id: 'releases-newest-tables',
    file: 'shared/projection/generations/generations.ts',
    replace:
      'return findLiveOfShapes(sql, projection.name, { shapes: shapesOf(projection), alsoBuilding: true });',
    by: 'return findLiveOfShapes(sql, projection.name, { shapes: null, alsoBuilding: true });',
    tests: ['shared/projection/replay/two-releases.test.ts'],
    reason: 'a process of the earlier release reads tables of a shape that it does not know',
  },
  {
    id: 'releases-later-rights',
    file: 'services/standalone/schema/migrate-hub.ts',
    replace: 'if ((await findLaterRelease(database)) === null) {',
    by: 'if ((await findLaterRelease(database)) !== undefined) {',
    tests: ['test/processes/earlier-release.test.ts'],
    reason: 'hub migrate of the earlier release takes rights from running processes of the later release',
  },
  {
    id: 'releases-no-wait-for-tables',
    file: 'shared/projection/live/wait-for-tables.ts',
    replace: 'if (waitsFor.length === 0) return true;',
    by: 'if (waitsFor.length >= 0) return true;',
    tests: ['shared/projection/live/wait-for-tables.test.ts'],
    reason: 'a query of the next release serves before its tables exist',
  },
];
