import { highestCount } from '../../shared/domain/highest-count.ts';
import { startOfBucket } from '../../shared/domain/xp-resolution.ts';
import { gameEventRecorded } from '../../shared/events/types/game-event-recorded.ts';
import { accountProjection } from '../../shared/projection/tables/account-projection.ts';
import { keyedTable, type TableRow } from '../../shared/projection/tables/keyed-table.ts';
import { type KillReport, killReportOf } from './kill-report.ts';

/** Bosses of an account: a client may invent names. */
export const bossesMax = 1_000;

/** `boss` is the name as it is compared; `name` as a plugin first sent it. Times are epoch ms. */
export const bossCount = keyedTable({
  key: { boss: 'text' },
  columns: {
    name: 'text',
    kills: 'int4?',
    updated_at: 'int8?',
    best_ms: 'int4?',
    best_at: 'int8?',
    /** Record time of the first report below `kills`; null when none waits. */
    lower_since: 'int8?',
  },
});
type Boss = TableRow<typeof bossCount>;
/** Kills that reports added to a count, by the 5 minutes in which the game counted them. */
const gain = keyedTable({ key: { boss: 'text', bucket: 'int8' }, columns: { kills: 'int8' } });
const account = keyedTable({ key: {}, columns: { bosses: 'int4' } });

/**
 * The highest count and the best time, each with its earliest time, so a second report of an event
 * changes nothing (rules/additions.md#accountsidkills). Events of special worlds do not count.
 */
export const killsProjection = accountProjection({
  name: 'boss-kills',
  version: { shape: 2, logic: 1 },
  events: [gameEventRecorded],
  tables: { boss: bossCount, account, gain },
  migrations: new URL('./migrations/', import.meta.url),
  keysOf: {
    boss: ({ data }) => {
      const report = killReportOf(data);
      return report === null ? [] : [{ boss: report.boss }];
    },
    gain: ({ data }) => {
      const report = killReportOf(data);
      return report === null ? [] : [{ boss: report.boss, bucket: startOfBucket(data.occurred_at) }];
    },
  },
  evolve: (rows, { data, recordTime }) => {
    const report = killReportOf(data);
    if (report === null) return {};
    const known = rows.boss.get({ boss: report.boss });
    const bosses = rows.account.get({})?.bosses ?? 0;
    if (known === null && bosses >= bossesMax) return {};
    const before = known ?? { ...unknownBoss, name: report.name, boss: report.boss };
    const after = withBest(withCount(before, report, data.occurred_at, recordTime), report, data.occurred_at);
    const key = { boss: report.boss, bucket: startOfBucket(data.occurred_at) };
    const kills = (after.kills ?? 0) - (known?.kills ?? after.kills ?? 0);
    const gained = { ...key, kills: (rows.gain.get(key)?.kills ?? 0) + kills };
    return {
      boss: [after],
      account: known === null ? [{ bosses: bosses + 1 }] : [],
      gain: kills > 0 ? [gained] : [],
    };
  },
});

const unknownBoss = { kills: null, updated_at: null, best_ms: null, best_at: null, lower_since: null };

function withCount(before: Boss, { kills }: KillReport, at: number, recordTime: number): Boss {
  if (kills === null) return before;
  const { kills: count, updated_at, lower_since: lowerSince } = before;
  const known = count === null || updated_at === null ? null : { count, at: updated_at, lowerSince };
  const after = highestCount(known, { count: kills, at }, recordTime);
  return { ...before, kills: after.count, updated_at: after.at, lower_since: after.lowerSince };
}

function withBest(before: Boss, { bestMs }: KillReport, at: number): Boss {
  const { best_ms, best_at } = before;
  if (bestMs === null || (best_ms !== null && bestMs > best_ms)) return before;
  return {
    ...before,
    best_ms: bestMs,
    best_at: bestMs === best_ms && best_at !== null ? Math.min(at, best_at) : at,
  };
}
