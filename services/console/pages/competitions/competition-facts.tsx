import type { AnswerOf } from '../../../../shared/client/api.ts';
import { pagePaths } from '../../page-paths.ts';
import { browserTimeZone } from '../browser/time-zone.ts';
import { Amount } from '../common/text/amount.tsx';
import { countText, dayAndTime, exactTime, spanText } from '../common/text/format.ts';
import { Name } from '../common/text/isolated-name.tsx';
import { TimeAgo, useNow } from '../common/text/time-ago.tsx';

export function competitionAddress(id: string): string {
  return pagePaths.competition.replace(':id', encodeURIComponent(id));
}

/** Once for all times of a page. */
export function TimesNote() {
  return <p className="dim small">Times are of your time zone, {browserTimeZone()}.</p>;
}

interface Props {
  readonly competition: {
    /** Another release may have other kinds and states. */
    readonly metric: { readonly kind: string; readonly name: string | null };
    readonly state: string;
    readonly from: string;
    readonly to: string;
  };
  /** With a value above 0. */
  readonly players?: number | undefined;
}

/** The counter, the time until the state changes or since the end, and how much has passed. */
export function CompetitionFacts({ competition: { metric, state, ...range }, players = 0 }: Props) {
  const now = useNow();
  const { kind, name } = metric;
  const [from, to] = [Date.parse(range.from), Date.parse(range.to)];
  const [verb, at] = state === 'coming' ? ['begins', from] : ['ends', to];
  const passed = <progress aria-label="Passed time" max={to - from} value={now - from} />;
  return (
    <div className="dim small">
      {name === null ? 'Value of drops' : <Name of={kind === 'xp' ? `${name} xp` : `Kills of ${name}`} />} ·{' '}
      {state === 'ended' ? (
        <>
          ended <TimeAgo at={range.to} />
        </>
      ) : (
        <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
          {verb} in {spanText(Math.max(0, at - now))}
        </time>
      )}
      {players > 0 && ` · scored by ${countText(players, 'player')}`}
      <p className="passed-time row">
        {dayAndTime(from)}
        {state === 'running' ? passed : ' to '}
        {dayAndTime(to)}
      </p>
    </div>
  );
}

interface ValueProps {
  readonly kind: string;
  readonly value: number;
}

export function CounterValue({ kind, value }: ValueProps) {
  if (kind === 'kills') return <strong>{countText(value, 'kill')}</strong>;
  const unit = kind === 'xp' ? 'xp' : 'gp';
  return (
    <strong>
      <Amount value={value} unit={unit} /> {unit}
    </strong>
  );
}

type Competition = AnswerOf<'/competitions/{id}'>['data'];

/** Only of the accounts that the viewer reads, the highest sum first. */
export function sumsOfTeams({ teams, standings }: Pick<Competition, 'teams' | 'standings'>) {
  return teams
    .map(({ name, accounts }) => {
      const ofTeam = standings.filter(({ team }) => team === name);
      return { name, accounts, ofTeam, value: ofTeam.reduce((sum, { value }) => sum + value, 0) };
    })
    .sort((one, other) => other.value - one.value);
}
