import { useMemo } from 'react';
import { Link } from 'react-router';
import { accountAddress } from '../../../common/account-address.ts';
import { ItemGroup, ItemList } from '../../../common/items/item-list.tsx';
import { itemHoldersAddress } from '../../../common/items/item-tile.tsx';
import { ItemWithName } from '../../../common/items/item-with-name.tsx';
import { countText, stopwatchText } from '../../../common/text/format.ts';
import { useHubAnswer } from '../../../read-api/use-hub-answer.ts';
import { useAddressValue } from '../../../state/use-address-value.ts';
import { fillPages, findInPages, type LoggedItem, type PageItem } from './fill-pages.ts';
import { Logged, LoggedGroups } from './log-groups.tsx';
import { PageChoice } from './page-choice.tsx';
import './log-by-page.css';

interface Props {
  readonly accountId: string;
  readonly items: readonly LoggedItem[];
  /** In lower case. */
  readonly find: string;
  /** Whether the hub knows every item of the log. */
  readonly isWhole: boolean;
}

const otherItems = 'Other items';

/** One page of a boss or raid with its gaps, as in the game, next to the list of pages. */
export function LogByPage({ accountId, items, find, isWhole }: Props) {
  const [asked, setAsked] = useAddressValue('page', '');
  const { pages, others } = useMemo(() => fillPages(items), [items]);
  const found = findInPages(pages, find);
  const rest = others.filter((item) => hasText(item, find));
  const hasRest = rest.length > 0;
  if (found.length === 0 && !hasRest) return <p className="notice">No item, page or source has this text.</p>;
  const byDefault = found.find(({ obtained }) => obtained > 0) ?? found[0];
  const page =
    hasRest && asked === otherItems ? undefined : (found.find(({ name }) => name === asked) ?? byDefault);
  return (
    <div className="log-pages">
      <PageChoice
        pages={hasRest ? [...found, { name: otherItems, obtained: rest.length, total: null }] : found}
        chosen={page?.name ?? otherItems}
        onChoose={setAsked}
      />
      {page === undefined ? (
        <section aria-label={otherItems}>
          <LoggedGroups items={rest} by="source" />
        </section>
      ) : (
        <ItemGroup
          title={page.name}
          count={page.obtained}
          of={page.total}
          note={
            <>
              {!isWhole && <span className="dim small">known to the hub</span>}
              <KillsOf id={accountId} page={page.name.toLowerCase()} />
            </>
          }
        >
          <progress aria-hidden="true" max={page.total} value={page.obtained} />
          <ItemList items={page.items} max={page.total} className="named-items wide">
            {(item) =>
              item.logged === null ? (
                <Missing item={item} isWhole={isWhole} />
              ) : (
                <Logged item={withDetails(item.logged, item)} hasSource={item.logged.source !== page.name} />
              )
            }
          </ItemList>
        </ItemGroup>
      )}
    </div>
  );
}

/** The counts that the game shows on the page. Names of pages can be longer: “Barrows Chests”. */
function KillsOf({ id, page }: { readonly id: string; readonly page: string }) {
  const { body } = useHubAnswer('kills of log', { id }, (client, signal) =>
    client.get('/accounts/{id}/kills', { id }, signal),
  );
  return body?.data.bosses
    ?.filter(({ name, kills }) => kills !== null && page.includes(name.toLowerCase()))
    .map(({ name, kills, best_ms: best }) => (
      <Link key={name} to={`${accountAddress(id)}/kills`} className="small">
        {countText(kills ?? 0, 'kill')}
        {best !== null && `, best time ${stopwatchText(best)}`}
      </Link>
    ));
}

function withDetails(logged: LoggedItem, { id, name }: PageItem): LoggedItem {
  return { ...logged, id: logged.id ?? id, name: logged.name ?? name };
}

export function hasText({ id, name, source }: LoggedItem, find: string): boolean {
  return `${name ?? `item ${id}`} ${source ?? ''}`.toLowerCase().includes(find);
}

function Missing({ item, isWhole }: { readonly item: PageItem; readonly isWhole: boolean }) {
  return (
    <span className={isWhole ? 'log-missing' : 'log-unknown'}>
      <ItemWithName id={item.id} name={item.name} quantity={null} to={itemHoldersAddress(item)}>
        <span className="hidden-text">{isWhole ? 'missing' : 'not known to the hub'}</span>
      </ItemWithName>
    </span>
  );
}
