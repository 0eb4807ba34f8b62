import { useEffect } from 'react';
import { overall, skills } from '../../../../shared/domain/skill.ts';
import { useTitle } from '../browser/use-title.ts';
import { askComparedXp } from '../common/chart/ask-compared-xp.ts';
import { XpCurves } from '../common/chart/xp-curves.tsx';
import { SegmentedControl } from '../common/fields/segmented-control.tsx';
import { AnswerPanel, NoCategoryAccess } from '../common/panel/answer-panel.tsx';
import { Loading, Panel } from '../common/panel/panel.tsx';
import { periodMs, periods } from '../common/period.ts';
import { SkillPicker } from '../common/skills/skill-picker.tsx';
import { Names } from '../common/text/isolated-name.tsx';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';
import { useCanRead, useMe } from '../read-api/use-key-rights.ts';
import { useAccounts, useIsLoaded } from '../read-api/use-read-api.ts';
import { useOwnAccounts, useReadableAccounts } from '../read-api/use-readable-accounts.ts';
import {
  type HistoryEntry,
  useAddressChoice,
  useAddressIds,
  useAddressValue,
} from '../state/use-address-value.ts';
import { AccountPicker } from './account-picker.tsx';
import { EventTable } from './event-table.tsx';
import { SkillTable } from './skill-table.tsx';
import './compare.css';

const comparedMax = 6;
const comparedMin = 2;
const measures = ['gained', 'total'] as const;
const tables = ['skills', 'bosses', 'more'] as const;
const allSkills = [overall, ...skills] as const;

export function ComparePage() {
  useTitle('Compare');
  // An empty list in the address is a choice too.
  const [given, setIds, isGiven] = useAddressIds('accounts', comparedMax, '-');
  const suggested = useSuggestedAccounts(!isGiven);
  const ids = isGiven ? given : (suggested ?? []);
  const [skillName, setSkill] = useAddressValue('skill', overall);
  const [span, setSpan] = useAddressChoice('span', periods, 'week');
  const [measure, setMeasure] = useAddressChoice('measure', measures);
  const [table, setTable] = useAddressChoice('table', tables);
  const readable = useReadableAccounts(ids, 'stats');
  const canRead = useCanRead('stats') && readable.length > 0;
  const skill = allSkills.find((each) => each === skillName) ?? overall;
  const asked = useHubAnswer(
    'compared xp',
    { readable, skill, span },
    (client, signal) =>
      askComparedXp(client, { ids: readable, skill, from: Date.now() - periodMs[span] }, signal),
    { enabled: table === 'skills' && ids.length >= comparedMin && readable.length > 0, everyMs: 60_000 },
  );
  const title = measure === 'gained' ? `${skill} xp gained in a ${span}` : `${skill} xp`;
  useWrittenIds(given, ids, setIds);
  return (
    <main id="content" className="page compare">
      <div className="row wrap">
        <h1 className="grow">Compare</h1>
        <SegmentedControl label="Table" choices={tables} chosen={table} onChoose={setTable} />
        {table === 'skills' && <SkillPicker chosen={skill} onChoose={setSkill} />}
        <SegmentedControl label="Range" choices={periods} chosen={span} onChoose={setSpan} />
        <SegmentedControl label="Measure" choices={measures} chosen={measure} onChoose={setMeasure} />
      </div>
      {suggested !== null && <AccountPicker ids={ids} drawn={readable} max={comparedMax} onChange={setIds} />}
      {suggested === null ? (
        <Loading />
      ) : ids.length < comparedMin ? (
        <Panel title={skill}>
          <p className="notice">
            Choose two to six players above. One chart then shows their xp in one skill, and a table shows all
            skills.
          </p>
        </Panel>
      ) : table !== 'skills' ? (
        <ComparedEvents of={table} ids={ids} isGained={measure === 'gained'} span={span} />
      ) : (
        <AnswerPanel title={title} asked={asked} missing={canRead ? undefined : 'stats'}>
          {(accounts) => (
            <>
              <XpCurves accounts={accounts} isGained={measure === 'gained'} skill={skill} height={360} />
              <SkillTable
                accounts={accounts}
                isGained={measure === 'gained'}
                chosen={skill}
                onChoose={setSkill}
              />
              <ExcludedAccounts ids={ids.filter((id) => !readable.includes(id))} />
            </>
          )}
        </AnswerPanel>
      )}
    </main>
  );
}

interface ComparedEventsProps extends Pick<Parameters<typeof EventTable>[0], 'of' | 'isGained' | 'span'> {
  readonly ids: readonly string[];
}

/** Asks the hub only when the viewer chooses the table. */
function ComparedEvents({ ids, ...compared }: ComparedEventsProps) {
  const { accounts } = useAccounts();
  const readable = useReadableAccounts(ids, 'events');
  const canRead = useCanRead('events');
  if (!canRead || readable.length === 0) return <NoCategoryAccess category="events" />;
  const named = ids.map((id) => ({ id, name: accounts.get(id)?.name ?? id }));
  return <EventTable {...compared} accounts={named} readable={readable} />;
}

/** A sent link shows the same players. */
function useWrittenIds(
  given: readonly string[],
  ids: readonly string[],
  setIds: (ids: readonly string[], entry: HistoryEntry) => void,
): void {
  useEffect(() => {
    if (given.length < ids.length) setIds(ids, 'replaced');
  });
}

const gainersMax = 4;

/**
 * The own account with the highest total level, and the top gainers of the week. Null until the hub
 * has answered, and has sent the names of all accounts.
 */
function useSuggestedAccounts(enabled: boolean): readonly string[] | null {
  const [own] = useOwnAccounts();
  const isLoaded = useIsLoaded();
  const me = useMe();
  const wanted = { period: 'week', skill: overall, limit: gainersMax } as const;
  const { body, error } = useHubAnswer(
    'top gainers',
    wanted,
    (client, signal) => client.get('/leaderboards/gains', wanted, signal),
    { enabled },
  );
  if (!isLoaded) return null;
  if (enabled && (me === undefined || (body === undefined && error === null))) return null;
  const gainers = body?.data.leaderboards[0]?.entries.map(({ account }) => account.id) ?? [];
  return [...new Set([...(own === undefined ? [] : [own]), ...gainers])].slice(0, gainersMax);
}

function ExcludedAccounts({ ids }: { readonly ids: readonly string[] }) {
  const { accounts } = useAccounts();
  if (ids.length === 0) return null;
  return (
    <p className="notice">
      Not in the chart, since their <code>stats</code> cannot be read here:{' '}
      <Names of={ids.map((id) => accounts.get(id)?.name ?? id)} />
    </p>
  );
}
