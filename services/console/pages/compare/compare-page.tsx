import { useMemo } from 'react';
import type { HubClient } from '../../../../shared/client/open-client.ts';
import { overall, skills } from '../../../../shared/domain/skill.ts';
import { useTitle } from '../browser/use-title.ts';
import { Chart } from '../common/chart/chart.tsx';
import { SegmentedControl } from '../common/fields/segmented-control.tsx';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { Loading, Panel } from '../common/panel/panel.tsx';
import { periodMs, periods } from '../common/period.ts';
import { SkillPicker } from '../common/skills/skill-picker.tsx';
import { isolateName } from '../common/text/account-name.ts';
import { countText } from '../common/text/format.ts';
import { Names } from '../common/text/isolated-name.tsx';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';
import { useCanRead } from '../read-api/use-key-rights.ts';
import { useAccounts, useIsLoaded } from '../read-api/use-read-api.ts';
import { useOwnAccounts, useReadableAccounts } from '../read-api/use-readable-accounts.ts';
import { useAddressChoice, useAddressIds, useAddressValue } from '../state/use-address-value.ts';
import { AccountPicker } from './account-picker.tsx';
import { type ComparedXp, gainedPoints } from './gained-points.ts';
import { type ComparedGains, SkillTable } from './skill-table.tsx';
import './compare.css';

const comparedMax = 6;
const comparedMin = 2;
const measures = ['gained', 'total'] as const;
const allSkills = [overall, ...skills] as const;

export function ComparePage() {
  useTitle('Compare');
  const [given, setIds] = useAddressIds('accounts', comparedMax);
  const suggested = useSuggestedAccounts(given.length === 0);
  const ids = given.length > 0 ? given : (suggested ?? []);
  const [skillName, setSkill] = useAddressValue('skill', overall);
  const [span, setSpan] = useAddressChoice('span', periods, 'week');
  const [measure, setMeasure] = useAddressChoice('measure', measures);
  const readable = useReadableAccounts(ids, 'stats');
  const isLoaded = useIsLoaded();
  const canRead = useCanRead('stats') && (readable.length > 0 || !isLoaded);
  const skill = allSkills.find((each) => each === skillName) ?? overall;
  const asked = useHubAnswer(
    'compared xp',
    { readable, skill, span },
    (client, signal) =>
      askCompared(client, { ids: readable, skill, from: Date.now() - periodMs[span] }, signal),
    { enabled: ids.length >= comparedMin && readable.length > 0, everyMs: 60_000 },
  );
  return (
    <main id="content" className="page compare">
      <div className="row wrap">
        <h1 className="grow">Compare</h1>
        <SkillPicker chosen={skill} onChoose={setSkill} />
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
      ) : (
        <AnswerPanel title={`${skill} xp`} asked={asked} missing={canRead ? undefined : 'stats'}>
          {(accounts) => (
            <>
              <Compared accounts={accounts} isGained={measure === 'gained'} skill={skill} />
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

const gainersMax = 4;

/**
 * The own account with the highest total level, and the top gainers of the week. Null until the hub
 * has answered.
 */
function useSuggestedAccounts(enabled: boolean): readonly string[] | null {
  const [own] = useOwnAccounts();
  const wanted = { period: 'week', skill: overall, limit: gainersMax } as const;
  const { body, error } = useHubAnswer(
    'top gainers',
    wanted,
    (client, signal) => client.get('/leaderboards/gains', wanted, signal),
    { enabled },
  );
  if (enabled && body === undefined && error === null) return null;
  const gainers = body?.data.leaderboards[0]?.entries.map(({ account }) => account.id) ?? [];
  return [...new Set([...(own === undefined ? [] : [own]), ...gainers])].slice(0, gainersMax);
}

interface Wanted {
  readonly ids: readonly string[];
  readonly skill: string;
  /** Epoch ms. */
  readonly from: number;
}

/**
 * Gains come from the hub, because points do not show the xp with which a young account started.
 */
async function askCompared(
  client: HubClient,
  { ids, skill, from }: Wanted,
  signal: AbortSignal,
): Promise<readonly (ComparedXp & ComparedGains)[]> {
  const [{ data }, ...gains] = await Promise.all([
    client.get('/xp', { accounts: ids, skills: [skill], from }, signal),
    ...ids.map((id) => client.get('/accounts/{id}/gains', { id, from }, signal)),
  ]);
  return data.accounts.map(({ account, resolution, series }) => {
    const points = series[0]?.points ?? [];
    const ofAccount = gains[ids.indexOf(account.id)]?.data.gains ?? [];
    const bySkill = new Map(ofAccount.map((each) => [each.skill, each.xp]));
    const gain = bySkill.get(skill) ?? 0;
    return {
      account,
      resolution,
      gain,
      gains: bySkill,
      points: points.map(([at, xp]) => [Date.parse(at), xp] as const),
    };
  });
}

interface ComparedProps {
  readonly accounts: readonly ComparedXp[];
  readonly isGained: boolean;
  readonly skill: string;
}

function Compared({ accounts, isGained, skill }: ComparedProps) {
  const series = useMemo(
    () =>
      accounts.map((each) => ({
        label: isolateName(each.account.name),
        points: isGained ? gainedPoints(each) : each.points,
      })),
    [accounts, isGained],
  );
  if (accounts.every(({ points }) => points.length === 0)) {
    return <p className="notice">These players have no xp in {skill} in this range.</p>;
  }
  return (
    <Chart
      series={series}
      label={`${skill} xp of ${countText(accounts.length, 'player')} over time`}
      shape="steps"
      height={360}
    />
  );
}

function ExcludedAccounts({ ids }: { readonly ids: readonly string[] }) {
  const { accounts } = useAccounts();
  if (ids.length === 0) return null;
  return (
    <div className="notice">
      <p>
        Not in the chart, since their <code>stats</code> cannot be read here:{' '}
        <Names of={ids.map((id) => accounts.get(id)?.name ?? id)} />
      </p>
    </div>
  );
}
