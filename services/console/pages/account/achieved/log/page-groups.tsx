import { useMemo } from 'react';
import { ItemWithName } from '../../../common/items/item-with-name.tsx';
import { itemHoldersAddress } from '../../../common/items/items-address.ts';
import { exactAmount } from '../../../common/text/format.ts';
import { useAddressChoice } from '../../../state/use-address-value.ts';
import { fillPages, findInPages, type LoggedItem, type PageItem } from './fill-pages.ts';
import { LogColumns, LogGroup, Logged, LoggedGroups } from './log-groups.tsx';

interface Props {
  readonly items: readonly LoggedItem[];
  /** In lower case. */
  readonly find: string;
  /** Whether the hub knows every item of the log. */
  readonly isWhole: boolean;
}

/** The pages of bosses and raids with their gaps, then the other items by their source. */
export function PageGroups({ items, find, isWhole }: Props) {
  const [shown, setShown] = useAddressChoice('pages', ['begun', 'all']);
  const { pages, others } = useMemo(() => fillPages(items), [items]);
  const begun = pages.filter(({ obtained }) => obtained > 0);
  const found = find === '' ? (shown === 'all' ? pages : begun) : findInPages(pages, find);
  const rest = others.filter((item) => hasText(item, find));
  if (found.length === 0 && rest.length === 0 && find !== '')
    return <p className="notice">No item, page or source has this text.</p>;
  return (
    <>
      <section className="log-pages" aria-label="Bosses and raids">
        {find === '' && (
          <div className="panel-body row wrap">
            <span className="dim small">
              Bosses and raids: {exactAmount(begun.length)} of {exactAmount(pages.length)}
            </span>
            <button type="button" onClick={() => setShown(shown === 'all' ? 'begun' : 'all')}>
              {shown === 'all' ? 'Show begun pages only' : 'Show all pages'}
            </button>
          </div>
        )}
        <LogColumns>
          {found.map(({ name, items: ofPage, obtained, total }) => (
            <LogGroup key={name} title={name} count={obtained} of={total} items={ofPage}>
              {(item) =>
                item.logged === null ? (
                  <Missing item={item} isWhole={isWhole} />
                ) : (
                  <Logged item={withDetails(item.logged, item)} hasSource={item.logged.source !== name} />
                )
              }
            </LogGroup>
          ))}
        </LogColumns>
      </section>
      {rest.length > 0 && (
        <section aria-label="Other sources">
          <p className="panel-body dim small">Other sources</p>
          <LoggedGroups items={rest} by="source" />
        </section>
      )}
    </>
  );
}

function withDetails(logged: LoggedItem, { id, name }: PageItem): LoggedItem {
  return { ...logged, id: logged.id ?? id, name: logged.name ?? name };
}

export function hasText({ id, name, source }: LoggedItem, find: string): boolean {
  return `${name ?? `item ${id}`} ${source ?? ''}`.toLowerCase().includes(find);
}

function Missing({ item, isWhole }: { readonly item: PageItem; readonly isWhole: boolean }) {
  return (
    <span className="log-missing">
      <ItemWithName id={item.id} name={item.name} quantity={null} worth={null} to={itemHoldersAddress(item)}>
        <span className="hidden-text">{isWhole ? 'missing' : 'not known to the hub'}</span>
      </ItemWithName>
    </span>
  );
}
