import { Link } from 'react-router';
import type { AccountTab } from '../../../page-paths.ts';
import { accountAddress } from '../../common/account-address.ts';
import { Figure, Figures } from '../../common/panel/figures.tsx';
import { exactAmount } from '../../common/text/format.ts';
import type { AnswerState } from '../../read-api/use-hub-answer.ts';
import { type AccountData, missingCategory } from '../account-sections.ts';
import { useAccountAnswer } from '../use-account-answer.ts';
import { useKills } from '../use-kills.ts';

/** Numbers that lead to their tabs. */
export function AchievedFigures({ account }: { readonly account: AccountData }) {
  const { id } = account;
  const canReadEvents = missingCategory(account, 'events') === undefined;
  const canReadStats = missingCategory(account, 'stats') === undefined;
  const log = useAccountAnswer({
    ...{ account, category: 'events', path: '/accounts/{id}/collection-log' },
    // The totals count all items.
    parameters: { limit: 1 },
  });
  const progress = useAccountAnswer({ account, category: 'stats', path: '/accounts/{id}/progress' });
  const { quests, diaries } = progress.body?.data ?? {};
  const kills = useKills(account).reduce((sum, boss) => sum + (boss.kills ?? 0), 0);
  const figures: readonly (readonly [string, AccountTab, Count | null | undefined])[] = [
    ['Collection log', 'collection-log', log.body?.data],
    ['Quests', 'progress', quests],
    ['Diaries', 'progress', diaries],
    ['Counted kills', 'kills', { completed: kills || null, total: null }],
  ];
  const known = figures.filter(([, , count]) => typeof count?.completed === 'number');
  const isAsking = (canReadEvents && isOpen(log)) || (canReadStats && isOpen(progress));
  if (known.length === 0 && !isAsking) return null;
  return (
    <section className="panel achieved" aria-label="Achieved" aria-busy={isAsking}>
      <Figures>
        {known.map(([title, tab, count]) => (
          <Figure key={title} title={title}>
            <Link to={`${accountAddress(id)}/${tab}`}>
              {exactAmount(count?.completed ?? 0)}
              {count?.total != null && <small className="dim"> / {exactAmount(count.total)}</small>}
            </Link>
          </Figure>
        ))}
      </Figures>
    </section>
  );
}

/** The parts below keep their place when the answer comes. */
function isOpen({ body, error }: AnswerState<unknown>): boolean {
  return body === undefined && error === null;
}

interface Count {
  readonly completed: number | null;
  readonly total: number | null;
}
