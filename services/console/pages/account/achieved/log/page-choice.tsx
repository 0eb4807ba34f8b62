import { type CSSProperties, Fragment, type ReactNode, useEffect, useRef } from 'react';
import { useIsNarrow } from '../../../browser/use-is-narrow.ts';
import { countText, exactAmount } from '../../../common/text/format.ts';
import { Name } from '../../../common/text/isolated-name.tsx';

interface PageEntry {
  /** The tab of the game with the page. */
  readonly tab?: string;
  readonly name: string;
  readonly obtained: number;
  /** Null for items that are on no page. */
  readonly total: number | null;
  /** How many items of the page have the text. */
  readonly hits?: number;
}

interface Props {
  readonly pages: readonly PageEntry[];
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
  /** Stands above the list. */
  readonly children: ReactNode;
}

const label = 'Page of the log';

/** A list in which the arrow keys go from page to page; on a phone, a field. */
export function PageChoice({ pages, chosen, onChoose, children }: Props) {
  const isNarrow = useIsNarrow();
  const counted = pages.filter(({ total }) => total !== null);
  const tabs = [...Map.groupBy(pages, ({ tab = '' }) => tab)];
  const list = useRef<HTMLFieldSetElement>(null);
  // The list shows the page of the address when it opens.
  useEffect(() => {
    const page = list.current?.querySelector<HTMLElement>('label:has(:checked)');
    list.current?.scrollTo({ top: (page?.offsetTop ?? 0) - list.current.clientHeight / 2 });
  }, []);
  return (
    <div className="log-index-part">
      <div className="panel-body row wrap">
        <span className="grow dim small">
          {countText(counted.length, 'page')}, {counted.filter(isComplete).length} complete
        </span>
        {children}
      </div>
      {isNarrow ? (
        <select aria-label={label} value={chosen} onChange={({ target }) => onChoose(target.value)}>
          {tabs.map(([tab, ofTab]) => (
            <optgroup key={tab} label={tab || 'Others'}>
              {ofTab.map((page) => (
                <option key={page.name} value={page.name}>
                  {`${page.name} ${countOf(page)}${isComplete(page) ? ' ✓' : ''}`}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      ) : (
        <fieldset className="log-index" ref={list}>
          <legend className="hidden-text">{label}</legend>
          {tabs.map(([tab, ofTab]) => (
            <Fragment key={tab}>
              {tab !== '' && <TabTitle tab={tab} pages={ofTab} />}
              {ofTab.map((page) => (
                <label
                  key={page.name}
                  className={isComplete(page) ? 'complete' : page.obtained === 0 ? 'dim' : ''}
                  style={{ '--filled': page.obtained / (page.total ?? Infinity) } as CSSProperties}
                >
                  <input
                    type="radio"
                    name="page"
                    checked={page.name === chosen}
                    onChange={() => onChoose(page.name)}
                  />
                  <Name of={page.name} /> <span className="number">{countOf(page)}</span>
                </label>
              ))}
            </Fragment>
          ))}
        </fieldset>
      )}
    </div>
  );
}

function TabTitle({ tab, pages }: { readonly tab: string; readonly pages: readonly PageEntry[] }) {
  return (
    <p className="log-tab">
      {tab}{' '}
      <span className="dim small">{`${pages.filter(isComplete).length} of ${pages.length} complete`}</span>
    </p>
  );
}

function countOf({ obtained, total, hits }: PageEntry): string {
  if (hits !== undefined) return countText(hits, 'hit');
  return total === null ? exactAmount(obtained) : `${obtained}/${total}`;
}

function isComplete({ obtained, total }: PageEntry): boolean {
  return obtained === total;
}
