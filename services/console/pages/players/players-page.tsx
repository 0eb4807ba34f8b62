import { useMemo } from 'react';
import { Link } from 'react-router';
import type { AnswerOf, SnapshotAccount } from '../../../../shared/client/api.ts';
import { dayMs } from '../../../../shared/domain/durations.ts';
import { overall } from '../../../../shared/domain/skill.ts';
import { pagePaths } from '../../page-paths.ts';
import { useIsNarrow } from '../browser/use-is-narrow.ts';
import { useTitle } from '../browser/use-title.ts';
import { FoldOnPhone } from '../common/fields/fold-on-phone.tsx';
import { SegmentedControl } from '../common/fields/segmented-control.tsx';
import { findPlace } from '../common/named-places.ts';
import { Loading, Panel } from '../common/panel/panel.tsx';
import { inPeriod, type PeriodName, periods, periodTitle } from '../common/period.ts';
import { StatusDot } from '../common/status-dot.tsx';
import {
  amountColumn,
  cellOf,
  nameColumn,
  numberColumn,
  onlyInFile,
  timeColumn,
  unlessObvious,
} from '../common/table/columns.tsx';
import { type Column, DataTable } from '../common/table/data-table.tsx';
import { AccountLink } from '../common/text/account-link.tsx';
import { compareNames } from '../common/text/account-name.ts';
import { countText } from '../common/text/format.ts';
import { PlaceText } from '../common/text/place-text.tsx';
import { useNow } from '../common/text/time-ago.tsx';
import { freshnessOf } from '../map/live-player.ts';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';
import { useAccounts } from '../read-api/use-read-api.ts';
import { useOwnAccounts } from '../read-api/use-readable-accounts.ts';
import { useAddressChoice } from '../state/use-address-value.ts';
import './players.css';

interface PlayerRow extends SnapshotAccount {
  /** The xp gained in the period; null when unknown. */
  readonly gain: number | null;
}

const shownChoices = ['all', 'online', 'this_week', 'silent_for_14_days'] as const;
/** The most that an answer has. */
const gainersMax = 500;

export function PlayersPage() {
  useTitle('Players');
  const { isLoaded, accounts } = useAccounts();
  const [shown, setShown] = useAddressChoice('show', shownChoices);
  const [period, setPeriod] = useAddressChoice('period', periods, 'week');
  const now = useNow();
  const own = useOwnAccounts();
  const asked = useHubAnswer(
    'gains of players',
    { period },
    (client, signal) =>
      client.get('/leaderboards/gains', { skill: overall, ...inPeriod(period), limit: gainersMax }, signal),
    { everyMs: 60_000 },
  );
  const gainers = asked.body?.data.leaderboards[0]?.entries;
  const hasGains = (asked.body !== undefined && asked.isEarlier !== true) || asked.error !== null;
  const rows = useMemo(() => rowsOf(accounts.values(), gainers), [accounts, gainers]);
  const columns = useMemo(() => columnsOf(rows), [rows]);
  const shownRows = rows.filter((row) => isShown(row, shown, now));
  // A phone folds the choice of the period.
  const foldedPeriod = useIsNarrow() ? period : null;
  return (
    <main id="content" className="page players-page">
      <h1>Players</h1>
      <Panel title={isLoaded ? titleOf(shownRows.length, rows.length, foldedPeriod) : 'Players'}>
        {isLoaded ? (
          <DataTable
            label="Players"
            rows={shownRows}
            keyOf={({ id }) => id}
            textOf={textOf}
            orderAtFirst="Player"
            columns={columns}
            filters={
              <FoldOnPhone>
                <SegmentedControl
                  label="Shown players"
                  choices={shownChoices}
                  chosen={shown}
                  onChoose={setShown}
                  countOf={(choice) => rows.filter((row) => isShown(row, choice, now)).length}
                />
                <span className="row">
                  <span className="dim small">Gained</span>
                  <SegmentedControl
                    label="Period of gains"
                    choices={periods}
                    chosen={period}
                    onChoose={setPeriod}
                    textOf={periodTitle}
                  />
                </span>
              </FoldOnPhone>
            }
            foldAs={({ name }) => name}
            isMarked={({ id }) => own.includes(id)}
            csvName={`players ${period}`}
            isFileReady={hasGains}
            whenEmpty={
              rows.length === 0 ? <NobodyYet /> : 'No player is in this choice. “All” shows everybody.'
            }
          />
        ) : (
          <Loading />
        )}
      </Panel>
    </main>
  );
}

function titleOf(shown: number, all: number, period: PeriodName | null): string {
  const players = shown === all ? countText(all, 'player') : `${shown} of ${countText(all, 'player')}`;
  if (period === null) return players;
  return `${players}, xp gained ${period === 'day' ? 'today' : `in a ${period}`}`;
}

function NobodyYet() {
  return (
    <>
      You see no account yet. <Link to={pagePaths.me}>Pair a plugin</Link>, and your account appears here.
    </>
  );
}

type Gainers = AnswerOf<'/leaderboards/gains'>['data']['leaderboards'][number]['entries'];

function rowsOf(accounts: Iterable<SnapshotAccount>, gainers: Gainers | undefined): readonly PlayerRow[] {
  const gains = new Map(gainers?.map(({ account, gain }) => [account.id, gain]));
  // A full answer leaves out players.
  const others = gainers === undefined || gainers.length === gainersMax ? null : 0;
  return [...accounts]
    .map((account) => ({ ...account, gain: account.skills ? (gains.get(account.id) ?? others) : null }))
    .sort(compareNames);
}

function isShown(row: PlayerRow, shown: (typeof shownChoices)[number], now: number): boolean {
  const { last_seen: seen } = row;
  if (shown === 'online') return freshnessOf(row) !== 'offline';
  if (shown === 'this_week') return typeof seen === 'string' && now - Date.parse(seen) < 7 * dayMs;
  return shown === 'all' || (typeof seen === 'string' && now - Date.parse(seen) > 14 * dayMs);
}

/** Null when neither is known. */
function carriedWorth({ equipment, inventory }: PlayerRow): number | null {
  return equipment || inventory ? (equipment?.value ?? 0) + (inventory?.value ?? 0) : null;
}

/** Null for a player who is offline. */
function locationOf(row: PlayerRow) {
  return freshnessOf(row) === 'offline' ? null : (row.location ?? null);
}

function placeOf(row: PlayerRow): string | null {
  const location = locationOf(row);
  return location && (findPlace(location)?.name ?? null);
}

function textOf(row: PlayerRow): string {
  return [row.name, row.owner?.name, row.type_label, placeOf(row)].filter(Boolean).join(' ');
}

const placeColumn: Column<PlayerRow> = {
  ...nameColumn('Place', placeOf),
  cell: (row) =>
    cellOf(locationOf(row), (location) => (
      <Link to={`${pagePaths.live}?follow=${row.id}`}>
        <PlaceText location={location} />
      </Link>
    )),
};

const columnsOf = (rows: readonly PlayerRow[]): readonly Column<PlayerRow>[] => [
  {
    title: 'Player',
    isMain: true,
    sortBy: ({ name }) => name,
    cell: (row) => (
      <span className="row">
        <StatusDot freshness={freshnessOf(row)} /> <AccountLink account={row} />
      </span>
    ),
  },
  nameColumn('Type', ({ type_label: type }) => type),
  unlessObvious(
    nameColumn('Member', ({ owner }) => owner?.name ?? null),
    rows,
    ({ name, owner }) => owner?.name === name,
  ),
  ...(rows.some(locationOf) ? [placeColumn] : []),
  { ...numberColumn('Level', ({ skills }) => skills?.total_level ?? null), isMain: true },
  amountColumn('Xp', 'xp', ({ skills }) => skills?.overall_xp ?? null),
  { ...amountColumn('Gained', 'xp', ({ gain }) => gain, true), isMain: true },
  amountColumn('Gear and inventory', 'gp', carriedWorth),
  timeColumn('Last seen', ({ last_seen: seen }) => seen ?? null),
  onlyInFile(nameColumn('Online', freshnessOf)),
];
