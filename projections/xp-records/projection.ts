import { dayMs } from '../../shared/domain/durations.ts';
import { milestonesOf, overall, realLevel } from '../../shared/domain/skill.ts';
import { endAfterCorrection, endAfterReport } from '../../shared/domain/xp-series.ts';
import type { RecordedEventOf } from '../../shared/events/event.ts';
import { xpCorrected } from '../../shared/events/types/xp-corrected.ts';
import { xpReported } from '../../shared/events/types/xp-reported.ts';
import { accountProjection } from '../../shared/projection/tables/account-projection.ts';
import {
  jsonColumn,
  keyedTable,
  outputTable,
  type TableRow,
} from '../../shared/projection/tables/keyed-table.ts';
import { type Gains, noGains, withGain } from './best-days.ts';

/**
 * The reported skills, and Overall as their sum. `level_at` is null when the level was reached
 * before the first report. Times are epoch ms.
 */
export const recordedSkill = keyedTable({
  key: { skill: 'text' },
  columns: {
    ...{ xp: 'int8', at: 'int8', lower_since: 'int8?', level: 'int4', level_at: 'int8?' },
    days: jsonColumn<Gains['days']>(),
    ...{ day_gain: 'int8', day_last: 'int4', week_gain: 'int8', week_last: 'int4' },
    ...{ month_gain: 'int8', month_last: 'int4' },
  },
});
type Skill = TableRow<typeof recordedSkill>;

/** The time of milestones that were reached before the first report: they count as earlier. */
export const beforeFirstReport = 0;

/** `at` is epoch ms or `beforeFirstReport`; null when the xp fell below the milestone. */
const milestone = outputTable({
  key: { kind: 'text', skill: 'text', value: 'int4' },
  columns: { at: 'int8?' },
});
type Milestone = TableRow<typeof milestone>;

/**
 * The best days and the milestones of each skill, from the xp that the series takes
 * (rules/records.md#records). Ingest reports no xp of special worlds.
 */
export const recordsProjection = accountProjection({
  name: 'xp-records',
  version: { shape: 1, logic: 2 },
  events: [xpReported, xpCorrected],
  tables: { skill: recordedSkill, milestone },
  migrations: new URL('./migrations/', import.meta.url),
  keysOf: {
    skill: ({ data }) => [overall, ...Object.keys(data.skills)].map((name) => ({ skill: name })),
  },
  evolve: (rows, event) => {
    const known = rows.skill.get({ skill: overall }) ?? firstReport(overall, { xp: 0, at: 0, level: 0 });
    let first = known;
    const moved: [before: Skill, after: Skill][] = [];
    const added: Skill[] = [];
    for (const [name, xp] of Object.entries(event.data.skills)) {
      const before = rows.skill.get({ skill: name });
      if (before !== null) moved.push([before, afterEvent(before, xp, event)]);
      else if (event.type === xpReported.type) {
        const { at } = event.data;
        const reported = firstReport(name, { xp, at, level: realLevel(xp) });
        added.push(reported);
        const level = first.level + reported.level;
        first = { ...first, xp: first.xp + xp, at: Math.max(first.at, at), level, level_at: null };
      }
    }
    if (moved.length + added.length === 0) return {};
    const sum = moved.reduce((before, change) => withChange(before, changeOf(...change)), first);
    const reached = added.map((after) => [{ ...after, xp: 0, level: 0 }, after] as const);
    return {
      skill: [...added, ...moved.map(([, after]) => after), sum],
      milestone: [
        ...[...reached, [known, first] as const].flatMap((change) => passed(...change, beforeFirstReport)),
        ...[...moved, [first, sum] as const].flatMap(([before, after]) => passed(before, after, after.at)),
      ],
    };
  },
});

interface Change {
  readonly xp: number;
  readonly level: number;
  readonly at: number;
}

function firstReport(name: string, { xp, at, level }: Change): Skill {
  return { skill: name, xp, at, lower_since: null, level, level_at: null, ...noGains };
}

type XpEvent = RecordedEventOf<typeof xpReported> | RecordedEventOf<typeof xpCorrected>;

function afterEvent(before: Skill, xp: number, { type, data, recordTime }: XpEvent): Skill {
  const end =
    type === xpReported.type
      ? endAfterReport(before, { xp, at: data.at, recordTime })
      : endAfterCorrection(before, xp, recordTime);
  if (end === null) return before;
  const level = realLevel(end.xp) - before.level;
  const after = withChange(before, { xp: end.xp - before.xp, level, at: end.at });
  return after.lower_since === end.lower_since ? after : { ...after, lower_since: end.lower_since };
}

function changeOf(before: Skill, after: Skill): Change {
  return { xp: after.xp - before.xp, level: after.level - before.level, at: after.at };
}

/** A confirmed fall is no negative gain (rules/xp.md#gains). */
function withChange(known: Skill, change: Change): Skill {
  if (change.xp === 0 && change.level === 0) return known;
  const at = Math.max(known.at, change.at);
  const [xp, level] = [known.xp + change.xp, known.level + change.level];
  const after = { ...known, xp, level, at, level_at: change.level === 0 ? known.level_at : at };
  return change.xp > 0 ? withGain(after, Math.floor(change.at / dayMs), change.xp) : after;
}

function passed(before: Skill, after: Skill, at: number): Milestone[] {
  const name = before.skill;
  const [lower, higher] = [milestonesOf(name, before), milestonesOf(name, after)];
  const without = (some: typeof lower, others: typeof lower, reachedAt: number | null) =>
    some
      .filter(({ kind, value }) => !others.some((each) => each.kind === kind && each.value === value))
      .map((each) => ({ ...each, skill: name, at: reachedAt }));
  return [...without(higher, lower, at), ...without(lower, higher, null)];
}
