import { useMemo } from 'react';
import { useHubAnswer } from '../../read-api/use-hub-answer.ts';
import { useIsLoaded } from '../../read-api/use-read-api.ts';
import { useOwnAccounts, useReadableAccounts } from '../../read-api/use-readable-accounts.ts';
import { Loading } from '../panel/panel.tsx';
import { xpPoints } from './ask-compared-xp.ts';
import { type ComparedXp, untilEnd } from './gained-points.ts';
import { XpCurves } from './xp-curves.tsx';
import './chart.css';

interface Props {
  /** By account id, the highest first. */
  readonly gains: ReadonlyMap<string, number>;
  readonly skill: string;
  /** Epoch ms; without an end until now. */
  readonly from: number;
  readonly to?: number;
  /** The name of a line has the team. */
  readonly teams?: readonly Team[];
}

interface Team {
  readonly name: string;
  readonly accounts: readonly { readonly id: string }[];
}

export function isOwnTeam({ accounts }: Pick<Team, 'accounts'>, own: readonly string[]): boolean {
  return accounts.some(({ id }) => own.includes(id));
}

const drawnMax = 6;
const height = 200;

/** The xp of the first gainers since the start. The space of the curves stays free for them. */
export function GainCurves({ gains, skill, from, to = Number.MAX_SAFE_INTEGER, teams }: Props) {
  const ids = useReadableAccounts([...gains.keys()].slice(0, drawnMax), 'stats');
  const isLoaded = useIsLoaded();
  const { body } = useHubAnswer(
    'gain curves',
    { ids, skill, from, to },
    async (client, signal) => {
      const range = { from, to: Math.min(to, Date.now()) };
      const { data } = await client.get('/xp', { accounts: ids, skills: [skill], ...range }, signal);
      return data.accounts.map((each) => {
        const known = xpPoints(each);
        return { ...known, points: untilEnd(known.points, to), gain: gains.get(each.account.id) ?? 0 };
      });
    },
    { enabled: ids.length > 0, everyMs: 60_000 },
  );
  const own = useOwnAccounts();
  const curves = useMemo(() => body?.map((each) => withTeam(each, teams, own)), [body, teams, own]);
  if (isLoaded && ids.length === 0) return null;
  return (
    <div className="gain-curves">
      {curves === undefined ? (
        <Loading />
      ) : (
        <XpCurves accounts={curves} isGained skill={skill} height={height} />
      )}
    </div>
  );
}

function withTeam(curve: ComparedXp, teams: readonly Team[] = [], own: readonly string[]): ComparedXp {
  const { id, name } = curve.account;
  const team = teams.find(({ accounts }) => accounts.some((each) => each.id === id));
  if (team === undefined) return curve;
  const note = isOwnTeam(team, own) ? `${team.name}, your team` : team.name;
  return { ...curve, account: { id, name: `${name} (${note})` } };
}
