import type { AnswerOf } from '../../../../shared/client/api.ts';
import { pagePaths } from '../../page-paths.ts';
import { Amount } from '../common/text/amount.tsx';
import { exactAmount, exactTime, spanText } from '../common/text/format.ts';
import { Name } from '../common/text/isolated-name.tsx';
import { TimeAgo, useNow } from '../common/text/time-ago.tsx';

export function competitionAddress(id: string): string {
  return pagePaths.competition.replace(':id', encodeURIComponent(id));
}

interface Props {
  readonly competition: {
    /** Another release may have other kinds and states. */
    readonly metric: { readonly kind: string; readonly name: string | null };
    readonly state: string;
    readonly from: string;
    readonly to: string;
  };
}

/** The counter, and the time until the state changes or since the end. */
export function CompetitionFacts({ competition: { metric, state, from, to } }: Props) {
  const now = useNow();
  const { kind, name } = metric;
  const [verb, at] = state === 'coming' ? ['begins', Date.parse(from)] : ['ends', Date.parse(to)];
  return (
    <>
      {name === null ? 'value of drops' : <Name of={`${kind} of ${name}`} />} ·{' '}
      {state === 'ended' ? (
        <>
          ended <TimeAgo at={to} />
        </>
      ) : (
        <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
          {verb} in {spanText(Math.max(0, at - now))}
        </time>
      )}
    </>
  );
}

interface ValueProps {
  readonly kind: string;
  readonly value: number;
}

export function CounterValue({ kind, value }: ValueProps) {
  return (
    <strong>
      {kind === 'kills' ? exactAmount(value) : <Amount value={value} unit={kind === 'xp' ? 'xp' : 'gp'} />}
    </strong>
  );
}

type Competition = AnswerOf<'/competitions/{id}'>['data'];

/** Only of the accounts that the viewer reads. */
export function sumsOfTeams({ teams, standings }: Pick<Competition, 'teams' | 'standings'>) {
  return teams.map(({ name }) => {
    const ofTeam = standings.filter(({ team }) => team === name);
    return { name, value: ofTeam.reduce((sum, { value }) => sum + value, 0) };
  });
}
