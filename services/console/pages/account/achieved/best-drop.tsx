import { Link } from 'react-router';
import type { AnswerOf } from '../../../../../shared/client/api.ts';
import { eventAddress } from '../../common/events/event-address.ts';
import { itemHoldersAddress, itemName } from '../../common/items/item-tile.tsx';
import { Figure } from '../../common/panel/figures.tsx';
import { sortRows } from '../../common/table/sort-rows.ts';
import { Amount } from '../../common/text/amount.tsx';
import { TimeAgo } from '../../common/text/time-ago.tsx';
import { useHubAnswer } from '../../read-api/use-hub-answer.ts';
import type { AccountData } from '../account-sections.ts';

export type ListedSource = NonNullable<AnswerOf<'/accounts/{id}/drops'>['data']['sources']>[number];

interface Props {
  readonly account: AccountData;
  readonly sources: readonly ListedSource[];
}

/** The drop of the highest worth: item, source and time. */
export function BestDrop({ account, sources }: Props) {
  const [source] = sortRows(sources, ({ best }) => best?.value_gp ?? null, true);
  if (!source?.best) return null;
  const { best } = source;
  return (
    <Figure title="Best drop">
      <Link to={eventAddress(best.event_id, best.occurred_at)}>
        <Amount value={best.value_gp} unit="gp" />
      </Link>{' '}
      <small className="dim">
        <BestItem account={account} source={source} best={best} />
        <bdi>{source.source ?? 'Unknown source'}</bdi>, <TimeAgo at={best.occurred_at} />
      </small>
    </Figure>
  );
}

interface BestProps {
  readonly account: AccountData;
  readonly source: ListedSource;
  readonly best: NonNullable<ListedSource['best']>;
}

/** The list of sources has the sums of items. Only the event knows the item of the drop. */
function BestItem({ account: { id }, source, best: { event_id: event, occurred_at: at } }: BestProps) {
  const { body } = useHubAnswer('best drop', { id, event }, (client, signal) =>
    client.get('/events', { accounts: [id], from: at, to: at }, signal),
  );
  const title = body?.data.find((each) => each.id === event)?.title;
  const item = source.items.find(({ name }) => name !== null && title?.endsWith(`: ${name}`));
  return (
    item !== undefined && (
      <>
        <Link to={itemHoldersAddress(item)}>
          <bdi>{itemName(item)}</bdi>
        </Link>{' '}
        from{' '}
      </>
    )
  );
}
