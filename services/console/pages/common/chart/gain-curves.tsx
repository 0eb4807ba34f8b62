import { useHubAnswer } from '../../read-api/use-hub-answer.ts';
import { useIsLoaded } from '../../read-api/use-read-api.ts';
import { useReadableAccounts } from '../../read-api/use-readable-accounts.ts';
import { Loading } from '../panel/panel.tsx';
import { xpPoints } from './ask-compared-xp.ts';
import { XpCurves } from './xp-curves.tsx';
import './chart.css';

interface Props {
  /** By account id, the highest first. */
  readonly gains: ReadonlyMap<string, number>;
  readonly skill: string;
  /** Epoch ms; without an end until now. */
  readonly from: number;
  readonly to?: number;
  /** Stands after the name of an account. */
  readonly noteOf?: (id: string) => string;
}

const drawnMax = 6;
const height = 200;

/** The xp of the first gainers since the start. The space of the curves stays free for them. */
export function GainCurves({ gains, skill, from, to = Number.MAX_SAFE_INTEGER, noteOf }: Props) {
  const ids = useReadableAccounts([...gains.keys()].slice(0, drawnMax), 'stats');
  const notes = ids.map((id) => noteOf?.(id) ?? '');
  const isLoaded = useIsLoaded();
  const { body } = useHubAnswer(
    'gain curves',
    { ids, notes, skill, from, to },
    async (client, signal) => {
      const range = { from, to: Math.min(to, Date.now()) };
      const { data } = await client.get('/xp', { accounts: ids, skills: [skill], ...range }, signal);
      return data.accounts.map((each) => {
        const { id, name } = each.account;
        const account = { id, name: name + notes[ids.indexOf(id)] };
        return { ...xpPoints(each, to), account, gain: gains.get(id) ?? 0 };
      });
    },
    { enabled: ids.length > 0, everyMs: 60_000 },
  );
  if (isLoaded && ids.length === 0) return null;
  return (
    <div className="gain-curves">
      {body === undefined ? <Loading /> : <XpCurves accounts={body} isGained skill={skill} height={height} />}
    </div>
  );
}
