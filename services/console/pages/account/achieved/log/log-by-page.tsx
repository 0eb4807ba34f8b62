import { useMemo } from 'react';
import { Link } from 'react-router';
import { accountAddress } from '../../../common/account-address.ts';
import { SegmentedControl } from '../../../common/fields/segmented-control.tsx';
import { ItemGroup, ItemList } from '../../../common/items/item-list.tsx';
import { itemHoldersAddress } from '../../../common/items/item-tile.tsx';
import { ItemWithName } from '../../../common/items/item-with-name.tsx';
import { countText, stopwatchText } from '../../../common/text/format.ts';
import { useAddressChoice, useAddressValue } from '../../../state/use-address-value.ts';
import type { AccountData } from '../../account-sections.ts';
import { useKills } from '../../use-kills.ts';
import {
  type FilledPage,
  fillPages,
  findInPages,
  findNewestPage,
  type LoggedItem,
  type PageItem,
} from './fill-pages.ts';
import { Logged, LoggedGroups } from './log-groups.tsx';
import { PageChoice } from './page-choice.tsx';
import './log-by-page.css';

interface Props {
  readonly account: AccountData;
  readonly items: readonly LoggedItem[];
  /** In lower case. */
  readonly find: string;
  /** Whether the hub knows every item of the log. */
  readonly isWhole: boolean;
}

const otherItems = 'Other items';
const allHits = 'All pages';
const begun = ['all', 'begun'] as const;

/** The found items of all pages, or one page with its gaps, next to the list of pages. */
export function LogByPage({ account, items, find, isWhole }: Props) {
  const [asked, setAsked] = useAddressValue('page', '');
  const [kind, setKind] = useAddressChoice('pages', begun);
  const { pages, others } = useMemo(() => fillPages(items), [items]);
  const isFinding = find !== '';
  const found = findInPages(pages, find).filter(
    ({ obtained }) => isFinding || kind === 'all' || obtained > 0,
  );
  const rest = others.filter((item) => hasText(item, find));
  const hits = found.reduce((sum, page) => sum + page.items.length, rest.length);
  if (isFinding && hits === 0) return <p className="notice">No item, page or source has this text.</p>;
  const entries = [
    ...(isFinding ? [{ name: allHits, obtained: hits, total: null }] : []),
    ...found.map((page) => (isFinding ? { ...page, hits: page.items.length } : page)),
    ...(rest.length > 0 ? [{ name: otherItems, obtained: rest.length, total: null }] : []),
  ];
  const byDefault = isFinding ? allHits : (findNewestPage(items, found) ?? entries[0])?.name;
  const chosen = entries.find(({ name }) => name === asked)?.name ?? byDefault ?? otherItems;
  const shown = chosen === allHits ? found : found.filter(({ name }) => name === chosen);
  return (
    <div className="log-pages">
      <PageChoice pages={entries} chosen={chosen} onChoose={setAsked}>
        {!isFinding && (
          <SegmentedControl label="Pages of the list" choices={begun} chosen={kind} onChoose={setKind} />
        )}
      </PageChoice>
      <div>
        {shown.map((page) => (
          <OnePage key={page.name} account={account} page={page} isWhole={isWhole} />
        ))}
        {rest.length > 0 && (chosen === otherItems || chosen === allHits) && (
          <section aria-label={otherItems}>
            <LoggedGroups items={rest} by="source" />
          </section>
        )}
      </div>
    </div>
  );
}

interface PageProps extends Pick<Props, 'account' | 'isWhole'> {
  readonly page: FilledPage;
}

function OnePage({ account, page, isWhole }: PageProps) {
  return (
    <ItemGroup
      title={page.name}
      count={page.obtained}
      of={page.total}
      note={
        <>
          {!isWhole && <span className="dim small">known to the hub</span>}
          <KillsOf account={account} page={page.name.toLowerCase()} />
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
  );
}

/** The counts that the game shows on the page. Names of pages can be longer: “Barrows Chests”. */
function KillsOf({ account, page }: { readonly account: AccountData; readonly page: string }) {
  return useKills(account)
    .filter(({ name, kills }) => kills !== null && page.includes(name.toLowerCase()))
    .map(({ name, kills, best_ms: best }) => (
      <Link key={name} to={`${accountAddress(account.id)}/kills`} className="small">
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
