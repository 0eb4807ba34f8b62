import { useState } from 'react';
import { Link } from 'react-router';
import { csvLine } from '../../../../../shared/domain/csv-text.ts';
import { saveFile } from '../../browser/save-file.ts';
import { useIsNarrow } from '../../browser/use-is-narrow.ts';
import { useAddressValue } from '../../state/use-address-value.ts';
import { SearchInput } from '../fields/search-input.tsx';
import { useTypedSearch } from '../fields/use-typed-search.ts';
import { countText } from '../text/format.ts';
import { nextOrder, orderText, parseOrder, type RowOrder, sortRows } from './sort-rows.ts';
import { TableBody } from './table-body.tsx';
import type { Column, TableProps } from './table-props.ts';
import './data-table.css';

export type { Column } from './table-props.ts';

/** A shorter table needs no search. */
const searchedFrom = 15;

/** Becomes a list of cards in a narrow window, except when it is compact. */
export function DataTable<Row>(props: TableProps<Row>) {
  const { label, rows, textOf, whenEmpty, shownMax = 200, filters } = props;
  const { csvName, isFileReady = true, groupOf, isCompact = false, isTiled = false } = props;
  const columns = props.columns.filter(
    (column) => column.isOnlyInFile !== true && (!isTiled || hasValues(column, rows)),
  );
  const isNarrow = useIsNarrow();
  const [find, setFind] = useAddressValue(addressName('find', label), props.soughtAtFirst ?? '', 'replaced');
  const typed = useTypedSearch(find, setFind, countsAtOnce);
  const sought = typed.text ?? find;
  const [order, setOrder] = useOrder(label, props.orderAtFirst);
  const [showsAll, setShowsAll] = useState(false);
  const found =
    textOf === undefined
      ? rows
      : rows.filter((row) => textOf(row).toLowerCase().includes(sought.trim().toLowerCase()));
  const sortBy = columns.find(({ title }) => title === order?.by)?.sortBy;
  const sorted = order === null || sortBy === undefined ? found : sortRows(found, sortBy, order.isDescending);
  const canSort = columns.some(({ sortBy: by }) => by !== undefined);
  const shown = showsAll ? sorted : sorted.slice(0, shownMax);
  const layout = isCompact ? 'compact' : isTiled ? 'cards tiled' : isNarrow ? 'cards' : '';
  const isSearched = textOf !== undefined && (rows.length >= searchedFrom || sought !== '');
  const hasFile = csvName !== undefined && rows.length > 0;
  const parts = { ...props, columns: showSorted(columns, order?.by), shown };
  return (
    <div className={`data-table ${layout} ${canSort ? 'sortable' : ''}`}>
      {(isSearched || hasFile || filters !== undefined) && (
        <div className="row wrap">
          {filters}
          {isSearched && (
            <SearchInput
              label={`Find in ${label.toLowerCase()}`}
              placeholder={`Find among ${rows.length}`}
              value={sought}
              onChange={typed.type}
            />
          )}
          {hasFile && (
            <button
              type="button"
              className="chip"
              aria-label={`${label} as CSV`}
              disabled={!isFileReady}
              onClick={() => saveRows(csvName, props, sorted)}
            >
              CSV
            </button>
          )}
        </div>
      )}
      {found.length === 0 ? (
        <p className="notice">{rows.length === 0 ? whenEmpty : `Nothing here has “${sought.trim()}”.`}</p>
      ) : (
        <table aria-label={label}>
          <TableHead {...parts} order={order} onOrder={setOrder} />
          <TableBody
            {...parts}
            groupOf={sorted === found ? groupOf : undefined}
            isGroupFolded={sought.trim() === '' ? props.isGroupFolded : undefined}
          />
        </table>
      )}
      {shown.length < sorted.length && (
        <button type="button" onClick={() => setShowsAll(true)}>
          Show all {countText(sorted.length, 'row')}
        </button>
      )}
    </div>
  );
}

/** A label without any value only takes space. The file has the column. */
function hasValues<Row>({ sortBy }: Column<Row>, rows: readonly Row[]): boolean {
  return sortBy === undefined || rows.some((row) => sortBy(row) !== null);
}

function countsAtOnce(): boolean {
  return true;
}

/** Each table of a page has its search and its order in the address. */
function addressName(of: string, label: string): string {
  return `${of}-${label.toLowerCase().replaceAll(/\W+/g, '-')}`;
}

/** A second press turns the order around. */
function useOrder(label: string, first = ''): [RowOrder | null, (by: string, isLeastFirst: boolean) => void] {
  const [text, setText] = useAddressValue(addressName('sort', label), first, 'replaced');
  return [
    parseOrder(text),
    (by, isLeastFirst) => setText((present) => orderText(nextOrder(parseOrder(present), by, isLeastFirst))),
  ];
}

/** A folded row always shows the sorted column, next to the first. */
function showSorted<Row>(columns: readonly Column<Row>[], by: string | undefined): readonly Column<Row>[] {
  const sorted = columns.find(({ title }) => title === by);
  if (sorted === undefined || sorted === columns[0] || sorted.isMain === true) return columns;
  return columns.map((column, index) => (index === 0 ? column : { ...column, isMain: column === sorted }));
}

interface HeadProps<Row> extends Pick<TableProps<Row>, 'columns' | 'foldAs' | 'actions'> {
  readonly order: RowOrder | null;
  readonly onOrder: (by: string, isLeastFirst: boolean) => void;
}

function TableHead<Row>({ columns, foldAs, actions, order, onOrder }: HeadProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <HeadCell key={column.title} column={column} order={order} onOrder={onOrder} />
        ))}
        {foldAs !== undefined && <th className="fold" />}
        {actions !== undefined && (
          <th scope="col">
            <span className="hidden-text">Actions</span>
          </th>
        )}
      </tr>
      {/* In a narrow window the first row is buttons that sort, which stand above no column. */}
      {foldAs !== undefined && (
        <tr className="main-heads">
          {columns.map(
            ({ title, isNumber, isMain }) =>
              isMain && (
                <td key={title} className={isNumber ? 'number main' : 'main'}>
                  {title}
                </td>
              ),
          )}
          <td className="fold" />
        </tr>
      )}
    </thead>
  );
}

function saveRows<Row>(name: string, props: TableProps<Row>, shown: readonly Row[]): void {
  const { columns, fileRowsOf = (row) => [row] } = props;
  const rows = shown.flatMap(fileRowsOf);
  const saved = columns.flatMap(({ title, sortBy, csv = sortBy }) =>
    csv === undefined ? [] : { title, csv },
  );
  const lines = [saved.map(({ title }) => title), ...rows.map((row) => saved.map(({ csv }) => csv(row)))];
  saveFile(new Blob([lines.map(csvLine).join('')], { type: 'text/csv' }), `${name}.csv`);
}

interface HeadCellProps<Row> extends Pick<HeadProps<Row>, 'order' | 'onOrder'> {
  readonly column: Column<Row>;
}

function HeadCell<Row>({ column, order, onOrder }: HeadCellProps<Row>) {
  const { title, address, isNumber = false, isLeastFirst = !isNumber, sortBy, series } = column;
  const direction = order?.by !== title ? undefined : order.isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={direction} className={isNumber ? 'number' : undefined} data-series={series}>
      {address !== undefined && <Link to={address}>{title}</Link>}
      {sortBy === undefined ? (
        title
      ) : (
        <button type="button" className="plain" onClick={() => onOrder(title, isLeastFirst)}>
          {address === undefined ? title : <span className="hidden-text">Sort by {title}</span>}
          <span aria-hidden="true">
            {direction === undefined ? ' ↕' : direction === 'descending' ? ' ↓' : ' ↑'}
          </span>
        </button>
      )}
    </th>
  );
}
