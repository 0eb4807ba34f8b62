import { Link } from 'react-router';
import { dayMs } from '../../../../../../shared/domain/durations.ts';
import { pagePaths } from '../../../../page-paths.ts';
import { countText, dayAndTime, durationText, minutesText } from '../../../common/text/format.ts';
import { useNow } from '../../../common/text/time-ago.tsx';
import { playSessionText } from '../../../live/trails/trail-range.ts';
import { AccountAnswer } from '../../account-answer.tsx';
import { type AccountData, missingCategory } from '../../account-sections.ts';
import {
  listPlayedDays,
  type PlayedDay,
  type PlayedPart,
  type PlaySessionData,
  sumPlayedDays,
} from './played-days.ts';

const days = 14;

export function PlaySessionsPanel({ account }: { readonly account: AccountData }) {
  const { id } = account;
  const now = useNow();
  const hasTrail = missingCategory(account, 'location_history') === undefined;
  const trailOf = ({ started_at: from, ended_at: to, last_seen_at: seen }: PlaySessionData) =>
    hasTrail ? `${pagePaths.live}?trails=${id}&session=${playSessionText(from, to ?? seen)}` : null;
  return (
    <AccountAnswer
      title="Play sessions"
      account={account}
      category="activity"
      path="/accounts/{id}/sessions"
      sinceMs={days * dayMs}
    >
      {({ sessions }) => <TimeLine trailOf={trailOf} sessions={sessions} now={now} />}
    </AccountAnswer>
  );
}

interface TimeLineProps {
  readonly sessions: readonly PlaySessionData[];
  readonly now: number;
  /** Null when the key cannot read the trail. */
  readonly trailOf: (session: PlaySessionData) => string | null;
}

function TimeLine({ sessions, now, trailOf }: TimeLineProps) {
  if (sessions.length === 0)
    return <p className="notice">Nobody played this account in the last two weeks.</p>;
  const shown = listPlayedDays(sessions, now, days);
  const total = sumPlayedDays(shown);
  return (
    <div className="panel-body">
      <p className="dim small">
        {countText(total.sessions, 'session')}, {minutesText(total.minutes)} in the last {days} days
      </p>
      <div className="played-day small dim" aria-hidden="true">
        <span />
        <span className="day-hours">
          {[0, 6, 12, 18, 24].map((hour) => (
            <span key={hour}>{hour}</span>
          ))}
        </span>
      </div>
      <ol className="played-days">
        {shown.map((day) => (
          <DayLine key={day.startsAt} day={day} trailOf={trailOf} />
        ))}
      </ol>
    </div>
  );
}

const dayName = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short' });

function DayLine({ day, trailOf }: { readonly day: PlayedDay } & Pick<TimeLineProps, 'trailOf'>) {
  return (
    <li className="played-day">
      <span className="small dim number">{dayName.format(day.startsAt)}</span>
      <span className="day-bars">
        <svg className="day-line" viewBox="0 0 1440 16" preserveAspectRatio="none">
          <title>{textOf(day)}</title>
          <rect className="day-ground" width={1440} height={16} />
          {day.parts.map((part) => (
            <SessionBar key={keyOf(part)} part={part} />
          ))}
        </svg>
        {day.parts.map((part) => (
          <TrailLink key={keyOf(part)} part={part} trail={trailOf(part.session)} />
        ))}
      </span>
      <span className="small number">{day.parts.length === 0 ? '' : minutesText(day.minutes)}</span>
    </li>
  );
}

function keyOf({ session, fromMinute }: PlayedPart): string {
  return `${session.id}-${fromMinute}`;
}

function SessionBar({ part }: { readonly part: PlayedPart }) {
  const { fromMinute, toMinute, session } = part;
  return (
    <rect
      className={session.ended_at === null ? 'played open' : 'played'}
      x={fromMinute}
      width={Math.max(4, toMinute - fromMinute)}
      height={16}
    >
      <title>{sessionText(session)}</title>
    </rect>
  );
}

const percentOfMinute = 100 / 1_440;

/** Covers its bar, and is wider than a short bar. */
function TrailLink({ part, trail }: { readonly part: PlayedPart; readonly trail: string | null }) {
  if (trail === null) return null;
  const { fromMinute, toMinute, session } = part;
  const text = sessionText(session);
  const style = {
    left: `${((fromMinute + toMinute) / 2) * percentOfMinute}%`,
    width: `${(toMinute - fromMinute) * percentOfMinute}%`,
  };
  return <Link to={trail} className="day-trail" style={style} aria-label={`Trail of ${text}`} title={text} />;
}

function sessionText({
  started_at: startedAt,
  duration_ms: ms,
  worlds,
  end_reason: reason,
}: PlaySessionData): string {
  const end = reason === null ? '' : `, ended by ${reason}`;
  return `${dayAndTime(Date.parse(startedAt))}, ${durationText(ms)}, world ${worlds.join(', ')}${end}`;
}

function textOf({ minutes, parts }: PlayedDay): string {
  return parts.length === 0 ? 'not played' : `${minutesText(minutes)} in ${countText(parts.length, 'part')}`;
}
