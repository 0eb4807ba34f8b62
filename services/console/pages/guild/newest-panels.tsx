import { Link } from 'react-router';
import type { AnswerOf } from '../../../../shared/client/api.ts';
import { dayMs } from '../../../../shared/domain/durations.ts';
import { pagePaths } from '../../page-paths.ts';
import { boardAddress } from '../common/board-address.ts';
import { SkillGlyph } from '../common/glyphs/glyph.tsx';
import { AnswerPanel, NoCategoryAccess } from '../common/panel/answer-panel.tsx';
import { Panel } from '../common/panel/panel.tsx';
import { periodMs } from '../common/period.ts';
import { Amount } from '../common/text/amount.tsx';
import { dayTitle, startOfDay, untilUtcDay } from '../common/text/format.ts';
import { milestoneText } from '../common/text/milestone-text.ts';
import { TimeAgo, useNow } from '../common/text/time-ago.tsx';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';
import { useCanRead } from '../read-api/use-key-rights.ts';
import { AccountEntry } from './account-entry.tsx';

type Guild = AnswerOf<'/guild'>['data'];

const milestonesMax = 6;

export function MilestonesPanel({ milestones }: Pick<Guild, 'milestones'>) {
  const now = useNow();
  const newest = milestones?.slice(0, milestonesMax) ?? [];
  const all = <Link to={`${pagePaths.events}?types=level_up,XP_MILESTONE`}>All levels</Link>;
  const days = Map.groupBy(newest, ({ at }) => startOfDay(Date.parse(at)));
  return (
    <Panel title="Newest milestones" actions={all}>
      {milestones === null && <NoCategoryAccess category="stats" />}
      {milestones?.length === 0 && (
        <p className="notice">No milestone yet. The first is a level of 50 in a skill.</p>
      )}
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={dayTitle(day, now)}>
          <h3 className="day-title">{dayTitle(day, now)}</h3>
          <ol>
            {ofDay.map(({ account, at, ...milestone }) => (
              <AccountEntry
                key={`${account.id} ${milestoneText(milestone)}`}
                account={account}
                when={<TimeAgo at={at} />}
              >
                <SkillGlyph skill={milestone.skill} /> {milestoneText(milestone)}
              </AccountEntry>
            ))}
          </ol>
        </section>
      ))}
    </Panel>
  );
}

const recordPeriods = ['day', 'week', 'month'] as const;
const titles = { day: '1 day', week: '7 days', month: '30 days' } as const;
const ofPeriodMax = 2;
const everyMs = 5 * 60_000;

type BoardEntry = AnswerOf<'/leaderboards/records'>['data']['entries'][number];

/** The best ranges of accounts that began last. */
export function RecordsPanel() {
  const asked = useHubAnswer(
    'newest records',
    {},
    (client, signal) =>
      Promise.all(
        recordPeriods.map(async (period) => {
          const { data } = await client.get('/leaderboards/records', { period, limit: 100 }, signal);
          return { period, newest: listNewest(data.entries).slice(0, ofPeriodMax) };
        }),
      ),
    { everyMs },
  );
  const all = <Link to={boardAddress({ metric: 'records' })}>All</Link>;
  const missing = useCanRead('stats') ? undefined : 'stats';
  const title = 'Newest personal bests';
  return (
    <AnswerPanel className="newest-records" {...{ title, asked, missing }} actions={all}>
      {(found) => (
        <>
          <p className="panel-body dim small">Each player’s own best in whole UTC days, with today so far.</p>
          {found.every(({ newest }) => newest.length === 0) && (
            <p className="notice">Nobody gained xp yet.</p>
          )}
          <ol>
            {found.flatMap(({ period, newest }) =>
              newest.map(({ account, value, at }) => (
                <AccountEntry
                  key={`${account.id} ${period}`}
                  account={account}
                  when={at && untilUtcDay(at, periodMs[period] / dayMs)}
                >
                  {titles[period]} <Amount value={value} unit="xp" hasPlusSign /> xp
                </AccountEntry>
              )),
            )}
          </ol>
        </>
      )}
    </AnswerPanel>
  );
}

/** Records of the same time stay in the order of the board: the highest gain is first. */
function listNewest(entries: readonly BoardEntry[]): readonly BoardEntry[] {
  return entries.toSorted((one, other) => (other.at ?? '').localeCompare(one.at ?? ''));
}
