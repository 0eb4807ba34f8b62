import type { ParametersOf } from '../../../../shared/client/api.ts';
import { searchedName } from '../../../../shared/domain/searched-name.ts';
import { overall } from '../../../../shared/domain/skill.ts';
import { useTitle } from '../browser/use-title.ts';
import { BossPicker } from '../common/bosses/boss-picker.tsx';
import { type KnownBoss, useKnownBosses } from '../common/bosses/use-known-bosses.ts';
import { SegmentedControl } from '../common/fields/segmented-control.tsx';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { periodTitle } from '../common/period.ts';
import { SkillPicker } from '../common/skills/skill-picker.tsx';
import { CsvButton } from '../common/table/csv-button.tsx';
import { RankTable } from '../common/table/rank-table.tsx';
import { RangeForm } from '../events/range-form.tsx';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';
import { useCanRead } from '../read-api/use-key-rights.ts';
import { useOwnAccounts, useReadableAccounts } from '../read-api/use-readable-accounts.ts';
import { useAddressChoice, useAddressValue } from '../state/use-address-value.ts';
import {
  type BoardChoice,
  type BoardData,
  bossesOf,
  dropGroups,
  leaderboards,
  metrics,
  type RangeChoice,
  type RankedBoard,
  ranges,
  rowsOf,
} from './boards.ts';
import { BossesPanel } from './bosses-panel.tsx';
import { DropsByPlayer } from './drops-by-player.tsx';
import { ItemTable } from './item-table.tsx';
import { OtherBosses } from './other-bosses.tsx';
import './leaderboards.css';

export function LeaderboardsPage() {
  useTitle('Leaderboards');
  const [metric, setMetric] = useAddressChoice('metric', metrics);
  const [skill, setSkill] = useAddressValue('skill', overall);
  const [by, setBy] = useAddressChoice('by', dropGroups);
  const [around] = useAddressValue('around', '');
  const [period, setPeriod] = useAddressChoice('period', ranges, metric === 'kills' ? 'all_time' : 'week');
  const [from, setFrom] = useAddressValue('from', '', 'replaced');
  const [to, setTo] = useAddressValue('to', '', 'replaced');
  const { ranges: choices, category } = leaderboards[metric];
  const range = choices?.includes(period) === false ? 'week' : period;
  const { boss, killed, bosses, choose } = useBoss(metric === 'kills', { range, from, to });
  return (
    <main id="content" className="page leaderboards">
      <h1>Leaderboards</h1>
      <SegmentedControl label="Metric" choices={metrics} chosen={metric} onChoose={setMetric} />
      <div className="row wrap">
        {category === 'stats' && <SkillPicker chosen={skill} onChoose={setSkill} />}
        {metric === 'kills' && <BossPicker chosen={boss} bosses={bosses} onChoose={choose} />}
        {metric === 'kills' && boss !== '' && (
          <button type="button" onClick={() => choose('')}>
            All bosses
          </button>
        )}
        {metric === 'drops' && (
          <SegmentedControl label="Drops by" choices={dropGroups} chosen={by} onChoose={setBy} />
        )}
        {choices !== undefined && (
          <SegmentedControl
            label="Period"
            choices={choices}
            chosen={range}
            onChoose={setPeriod}
            textOf={metric === 'records' ? undefined : periodTitle}
          />
        )}
      </div>
      {choices !== undefined && range === 'all_time' && (
        <RangeForm from={from} to={to} onFrom={setFrom} onTo={setTo} whole="All time" />
      )}
      {metric === 'kills' && boss === '' ? (
        <BossesPanel asked={{ range, from, to }} />
      ) : (
        // The numbers of one metric must not stand under the heading of another.
        <Board
          key={metric}
          asked={{ metric, skill, boss, by, range, from, to }}
          pinned={around}
          killed={killed}
        />
      )}
    </main>
  );
}

/** The boss of the address; empty for all bosses. */
function useBoss(enabled: boolean, chosen: RangeChoice) {
  const [boss, choose] = useAddressValue('boss', '');
  const killed = useKnownBosses(enabled, ...bossesOf(chosen));
  const ever = useKnownBosses(enabled);
  return { boss, killed: killed ?? [], bosses: withKills(ever ?? [], killed ?? []), choose };
}

/** All bosses, with their kills in the range. Accounts may spell a name in another case. */
function withKills(ever: readonly KnownBoss[], killed: readonly KnownBoss[]): readonly KnownBoss[] {
  const kills = new Map(killed.map(({ name, value }) => [searchedName(name), value]));
  return ever.map(({ name }) => ({ name, value: kills.get(searchedName(name)) ?? 0 }));
}

interface BoardProps {
  readonly asked: Omit<BoardChoice, 'around'>;
  /** The account of the link to this board, in place of the own account; empty: none. */
  readonly pinned: string;
  readonly killed: readonly KnownBoss[];
}

function Board({ asked, pinned, killed }: BoardProps) {
  const { path, category, columns, whenEmpty, ...board } = leaderboards[asked.metric];
  const canRead = useCanRead(category);
  const own = useOwnAccounts();
  const [around] = useReadableAccounts(pinned === '' ? own : [pinned, ...own], category);
  const choice = { ...asked, around };
  const wanted = () => board.parameters(choice) as ParametersOf<typeof path>;
  const answer = useHubAnswer(
    'board',
    choice,
    (client, signal) => client.get(path, wanted() as never, signal) as Promise<{ data: BoardData }>,
    { everyMs: 60_000 },
  );
  const title = board.title(choice);
  const below = board.below(choice);
  const total = useLogTotal(asked.metric === 'collection_log' ? answer.body?.data : undefined);
  return (
    <AnswerPanel
      title={title}
      asked={answer}
      actions={<CsvButton path={path} parameters={wanted} name={title} />}
      missing={canRead ? undefined : category}
    >
      {({ data }) =>
        'accounts' in data ? (
          <DropsByPlayer {...data} below={below} marked={pinned} whenEmpty={whenEmpty} />
        ) : 'items' in data ? (
          <ItemTable {...data} whenEmpty={whenEmpty} />
        ) : (
          <RankTable
            label="Leaderboard"
            marked={pinned}
            rows={rowsOf(data as RankedBoard)}
            columns={columns(choice, total)}
            below={below}
            whenEmpty={
              <>
                {whenEmpty}
                {asked.metric === 'kills' && <OtherBosses bosses={killed} period={asked.range} />}
              </>
            }
          />
        )
      }
    </AnswerPanel>
  );
}

/** The items of the game's collection log, as the first account knows them. */
function useLogTotal(board: BoardData | undefined): number | null {
  const [first] = board === undefined ? [] : rowsOf(board as RankedBoard);
  const id = first?.account.id ?? '';
  const { body } = useHubAnswer(
    'items of the collection log',
    { id },
    (client, signal) => client.get('/accounts/{id}/collection-log', { id, limit: 1 }, signal),
    { enabled: id !== '' },
  );
  return body?.data.total ?? null;
}
