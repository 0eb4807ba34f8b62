import { Link } from 'react-router';
import { eventAddress } from '../../common/events/event-address.ts';
import { Figure, Figures } from '../../common/panel/figures.tsx';
import { sortRows } from '../../common/table/sort-rows.ts';
import { Amount } from '../../common/text/amount.tsx';
import { stopwatchText } from '../../common/text/format.ts';
import type { AccountData } from '../account-sections.ts';
import { useAccountAnswer } from '../use-account-answer.ts';
import { useKills } from '../use-kills.ts';

const timesMax = 11;

/** Records that are not xp: the best drop, and the shortest best times of bosses. */
export function BestMoments({ account }: { readonly account: AccountData }) {
  const { body } = useAccountAnswer({ account, category: 'events', path: '/accounts/{id}/drops' });
  const [of] = sortRows(body?.data.sources ?? [], ({ best }) => best?.value_gp ?? null, true);
  const timed = useKills(account).filter(({ best_ms: ms }) => ms !== null);
  const times = sortRows(timed, ({ best_ms: ms }) => ms, false).slice(0, timesMax);
  if (!of?.best && times.length === 0) return null;
  return (
    <section aria-label="Best drop and times">
      <h3 className="panel-body">Best drop, and fastest kills</h3>
      <Figures>
        {of?.best && (
          <Figure title={`Drop from ${of.source ?? 'an unknown source'}`}>
            <Link to={eventAddress(of.best.event_id, of.best.occurred_at)}>
              <Amount value={of.best.value_gp} unit="gp" />
            </Link>
          </Figure>
        )}
        {times.map(({ name, best_ms: ms }) => (
          <Figure key={name} title={name}>
            {stopwatchText(ms ?? 0)}
          </Figure>
        ))}
      </Figures>
    </section>
  );
}
