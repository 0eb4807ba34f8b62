import { Link } from 'react-router';
import type { AnswerOf } from '../../../../../shared/client/api.ts';
import { dayMs } from '../../../../../shared/domain/durations.ts';
import { boardAddress } from '../../common/board-address.ts';
import { SkillGlyph } from '../../common/glyphs/glyph.tsx';
import type { PeriodName } from '../../common/period.ts';
import { nameColumn, numberColumn, timeColumn } from '../../common/table/columns.tsx';
import { type Column, DataTable } from '../../common/table/data-table.tsx';
import { Amount } from '../../common/text/amount.tsx';
import { countText, utcDays } from '../../common/text/format.ts';
import { Name } from '../../common/text/isolated-name.tsx';
import { milestoneText } from '../../common/text/milestone-text.ts';
import { AccountAnswer } from '../account-answer.tsx';
import type { AccountData } from '../account-sections.ts';
import { NothingSent } from '../nothing-sent.tsx';
import { BestMoments } from './best-moments.tsx';
import './achieved.css';

type Records = AnswerOf<'/accounts/{id}/records'>['data'];
type GainRecord = NonNullable<Records['records']>[number];
type Milestone = NonNullable<Records['milestones']>[number];

export function RecordsTab({ account }: { readonly account: AccountData }) {
  const about = { account, category: 'stats', path: '/accounts/{id}/records', csvName: 'records' } as const;
  return (
    <AccountAnswer title="Records and milestones" {...about}>
      {({ records, milestones }) =>
        records === null ? (
          <NothingSent part="skills" />
        ) : (
          <div className="records-parts">
            <section aria-label="Best gains" className="best-gains">
              <h3 className="panel-body">Best gains of one day, 7 days and 30 days in UTC</h3>
              <p className="panel-body dim small">
                Days begin at midnight UTC. The days of the other pages begin at your midnight, so their gains
                differ.
              </p>
              <DataTable
                label="Best gains"
                rows={[...Map.groupBy(records, ({ skill }) => skill)]}
                keyOf={([skill]) => skill}
                whenEmpty="No xp was gained since the first report."
                columns={recordColumnsOf(account)}
                isCompact
              />
            </section>
            <div>
              <section aria-label="Milestones">
                <h3 className="panel-body">Milestones</h3>
                <DataTable
                  label="Milestones"
                  rows={milestones?.filter(isDated) ?? []}
                  keyOf={milestoneText}
                  textOf={milestoneText}
                  whenEmpty="No new milestone since the first report (every 10 levels from 50)."
                  columns={milestoneColumns}
                  shownMax={20}
                  isCompact
                />
                <EarlierMilestones milestones={milestones ?? []} />
              </section>
              <BestMoments account={account} />
            </div>
          </div>
        )
      }
    </AccountAnswer>
  );
}

type OfSkill = readonly [skill: string, records: readonly GainRecord[]];

const recordColumnsOf = ({ first_seen: since }: AccountData): readonly Column<OfSkill>[] => [
  {
    title: 'Skill',
    sortBy: ([skill]) => skill,
    cell: ([skill]) => (
      <Link to={boardAddress({ metric: 'records', skill })}>
        <SkillGlyph skill={skill} /> <Name of={skill} />
      </Link>
    ),
  },
  recordColumn('Day', 'day', since),
  recordColumn('Week', 'week', since),
  recordColumn('Month', 'month', since),
];

function recordColumn(title: string, period: PeriodName, since: string): Column<OfSkill> {
  const recordOf = ([, records]: OfSkill) => records.find((each) => each.period === period);
  return {
    title,
    isNumber: true,
    sortBy: (row) => recordOf(row)?.gain ?? null,
    cell: (row) => {
      const record = recordOf(row);
      return (
        <>
          <Amount value={record?.gain ?? null} unit="xp" hasPlusSign />
          {record !== undefined && <div className="dim small">{daysOf(record, since)}</div>}
        </>
      );
    },
  };
}

/**
 * Begins at the first report at the earliest. A late report may add earlier days. Only breaks
 * before the end.
 */
function daysOf({ from, to }: GainRecord, since: string): string {
  const begin = from < since && since < to ? since : from;
  const days = utcDays(begin, Math.ceil((Date.parse(to) - Date.parse(begin)) / dayMs));
  return days.replaceAll(/ (?!to )/g, '\u00a0');
}

const milestoneColumns: readonly Column<Milestone>[] = [
  nameColumn('Milestone', milestoneText),
  timeColumn('Reached', ({ at }) => at),
  {
    ...numberColumn<Milestone>(
      'Place in the guild',
      ({ rank }) => rank,
      (rank) => `#${rank}`,
    ),
    isLeastFirst: true,
  },
];

function isDated({ at }: Milestone): boolean {
  return at !== null;
}

function EarlierMilestones({ milestones }: { readonly milestones: readonly Milestone[] }) {
  const earlier = milestones.filter((each) => !isDated(each));
  if (earlier.length === 0) return null;
  const bySkill = Map.groupBy(earlier, ({ kind, skill }) => (kind === 'total_level' ? kind : skill));
  const highest = [...bySkill.values()].map((ofSkill) =>
    // A milestone in xp is a larger number than a level.
    ofSkill.reduce((most, each) => (each.value > most.value ? each : most)),
  );
  return (
    <details className="panel-body small">
      <summary>{countText(earlier.length, 'milestone')} before the first report</summary>
      <p className="dim">The highest of each skill:</p>
      <ul className="highest-milestones">
        {highest.map((each) => (
          <li key={milestoneText(each)}>
            <SkillGlyph skill={each.skill} /> {milestoneText(each)}
          </li>
        ))}
      </ul>
    </details>
  );
}
