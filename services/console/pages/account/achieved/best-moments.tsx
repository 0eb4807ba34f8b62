import { Link } from 'react-router';
import { accountAddress } from '../../common/account-address.ts';
import { Figure, Figures } from '../../common/panel/figures.tsx';
import { sortRows } from '../../common/table/sort-rows.ts';
import { countText, stopwatchText } from '../../common/text/format.ts';
import type { AccountData } from '../account-sections.ts';
import { useAccountAnswer } from '../use-account-answer.ts';
import { useKills } from '../use-kills.ts';
import { BestDrop } from './best-drop.tsx';

const timesMax = 11;

/** Records that are not xp: the best drop, and the shortest best times of bosses. */
export function BestMoments({ account }: { readonly account: AccountData }) {
  const { body } = useAccountAnswer({ account, category: 'events', path: '/accounts/{id}/drops' });
  const sources = body?.data.sources ?? [];
  const timed = useKills(account).filter(({ best_ms: ms }) => ms !== null);
  const times = sortRows(timed, ({ best_ms: ms }) => ms, false).slice(0, timesMax);
  if (times.length === 0 && sources.every(({ best }) => best === null)) return null;
  return (
    <section aria-label="Best drop and times">
      <div className="panel-body row wrap">
        <h3 className="grow">Best drop, and fastest kills</h3>
        {times.length > 0 && (
          <Link to={`${accountAddress(account.id)}/kills`} className="small">
            {times.length < timed.length && `${times.length} of `}
            {countText(timed.length, 'best time')}
          </Link>
        )}
      </div>
      <Figures>
        <BestDrop account={account} sources={sources} />
        {times.map(({ name, best_ms: ms }) => (
          <Figure key={name} title={name}>
            {stopwatchText(ms ?? 0)}
          </Figure>
        ))}
      </Figures>
    </section>
  );
}
