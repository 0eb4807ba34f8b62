import type { ParametersOf } from '../../../../shared/client/api.ts';
import { overall } from '../../../../shared/domain/skill.ts';
import { useTitle } from '../browser/use-title.ts';
import { SegmentedControl } from '../common/fields/segmented-control.tsx';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { Panel } from '../common/panel/panel.tsx';
import { SkillPicker } from '../common/skills/skill-picker.tsx';
import { CsvButton } from '../common/table/csv-button.tsx';
import { RangeForm } from '../events/range-form.tsx';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';
import { useCanRead } from '../read-api/use-key-rights.ts';
import { useOwnAccounts, useReadableAccounts } from '../read-api/use-readable-accounts.ts';
import { useAddressChoice, useAddressValue } from '../state/use-address-value.ts';
import { BoardTable } from './board-table.tsx';
import {
  type BoardChoice,
  type BoardData,
  type BoardPath,
  boardRequest,
  boardTitle,
  metrics,
  ranges,
  rangesOf,
} from './boards.ts';
import { BossField, useKnownBosses } from './boss-field.tsx';
import { ItemTable } from './item-table.tsx';
import './leaderboards.css';

const groups = ['item', 'drop'] as const;

export function LeaderboardsPage() {
  useTitle('Leaderboards');
  const [metric, setMetric] = useAddressChoice('metric', metrics);
  const [skill, setSkill] = useAddressValue('skill', overall);
  const [named, setBoss] = useAddressValue('boss', '');
  const [period, setPeriod] = useAddressChoice('period', ranges, 'week');
  const [from, setFrom] = useAddressValue('from', '');
  const [to, setTo] = useAddressValue('to', '');
  const [group, setGroup] = useAddressChoice('group', groups);
  const bosses = useKnownBosses(metric === 'kills');
  const boss = named === '' ? (bosses[0] ?? '') : named;
  const choices = rangesOf(metric);
  const range = choices?.includes(period) === false ? 'week' : period;
  const hasSkill = metric === 'gains' || metric === 'levels' || metric === 'records';
  return (
    <main id="content" className="page leaderboards">
      <h1>Leaderboards</h1>
      <SegmentedControl label="Metric" choices={metrics} chosen={metric} onChoose={setMetric} />
      <div className="row wrap">
        {hasSkill && <SkillPicker chosen={skill} onChoose={setSkill} />}
        {metric === 'kills' && <BossField boss={boss} bosses={bosses} onBoss={setBoss} />}
        {metric === 'drops' && (
          <SegmentedControl label="Lines" choices={groups} chosen={group} onChoose={setGroup} />
        )}
        {choices !== undefined && (
          <SegmentedControl label="Period" choices={choices} chosen={range} onChoose={setPeriod} />
        )}
      </div>
      {choices !== undefined && range === 'all_time' && (
        <RangeForm from={from} to={to} onFrom={setFrom} onTo={setTo} whole="All time" />
      )}
      {metric === 'kills' && boss === '' ? (
        <Panel title="Kills">
          <p className="notice">Enter the name of a boss, for example Zulrah.</p>
        </Panel>
      ) : (
        // The numbers of one metric must not stand under the heading of another.
        <Board
          key={`${metric} ${group}`}
          choice={{ metric, skill, boss, range, from, to, isByItem: group === 'item' }}
        />
      )}
    </main>
  );
}

function Board({ choice: asked }: { readonly choice: Omit<BoardChoice, 'around'> }) {
  const own = useOwnAccounts();
  const { category } = boardRequest({ ...asked, around: undefined });
  const canRead = useCanRead(category);
  const [around] = useReadableAccounts(own, category);
  const choice = { ...asked, around };
  const { path, parameters } = boardRequest(choice);
  const wanted = () => parameters(Date.now()) as ParametersOf<BoardPath>;
  const answer = useHubAnswer(
    'board',
    choice,
    (client, signal) => client.get(path, wanted() as never, signal) as Promise<{ readonly data: BoardData }>,
    { everyMs: 60_000 },
  );
  const title = boardTitle(choice);
  return (
    <AnswerPanel
      title={title}
      asked={answer}
      actions={<CsvButton path={path} parameters={wanted} name={title} />}
      missing={canRead ? undefined : category}
    >
      {({ data }) =>
        'items' in data && data.items !== undefined ? (
          <ItemTable items={data.items} />
        ) : (
          <BoardTable choice={choice} data={data} own={own} />
        )
      }
    </AnswerPanel>
  );
}
