import { AnswerPanel } from '../common/answer-panel.tsx';
import { dayAndMinute, durationText } from '../common/format.ts';
import { useNow } from '../common/time-ago.tsx';
import { useAnswer } from '../hub/use-answer.ts';
import { type AccountData, missingOf } from './account-data.ts';
import { type PlayedDay, playedDays, type SessionData } from './played-days.ts';

const days = 14;

/** When the account played, a line for each day. */
export function SessionsPanel({ account }: { readonly account: AccountData }) {
  const { id } = account;
  const now = useNow();
  const missing = missingOf(account, 'activity');
  const asked = useAnswer(
    'sessions',
    { id },
    (client, signal) =>
      client.get('/accounts/{id}/sessions', { id, from: Date.now() - days * 86_400_000 }, signal),
    { enabled: missing === undefined, everyMs: 60_000 },
  );
  return (
    <AnswerPanel title="Play sessions" asked={asked} missing={missing}>
      {({ data }) => <TimeLine sessions={data.sessions} now={now} />}
    </AnswerPanel>
  );
}

function TimeLine({ sessions, now }: { readonly sessions: readonly SessionData[]; readonly now: number }) {
  if (sessions.length === 0)
    return <p className="notice">Nobody played this account in the last two weeks.</p>;
  const total = sessions.reduce((sum, { duration_ms: ms }) => sum + ms, 0);
  return (
    <div className="panel-body">
      <p className="dim small">
        {sessions.length} sessions, {durationText(total)} in the last {days} days
      </p>
      <ol className="played-days">
        {playedDays(sessions, now, days).map((day) => (
          <DayLine key={day.startsAt} day={day} />
        ))}
      </ol>
    </div>
  );
}

const dayName = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short' });

function DayLine({ day }: { readonly day: PlayedDay }) {
  return (
    <li className="played-day">
      <span className="small dim number">{dayName.format(day.startsAt)}</span>
      <svg
        className="day-line"
        viewBox="0 0 1440 16"
        preserveAspectRatio="none"
        role="img"
        aria-label={textOf(day)}
      >
        <rect className="day-ground" width={1440} height={16} />
        {day.parts.map(({ fromMinute, toMinute, session }) => (
          <rect
            key={`${session.id}-${fromMinute}`}
            className={session.ended_at === null ? 'played open' : 'played'}
            x={fromMinute}
            width={Math.max(4, toMinute - fromMinute)}
            height={16}
          >
            <title>
              {dayAndMinute(Date.parse(session.started_at))}, {durationText(session.duration_ms)}, world{' '}
              {session.worlds.join(', ')}
              {session.end_reason === null ? '' : `, ended by ${session.end_reason}`}
            </title>
          </rect>
        ))}
      </svg>
      <span className="small number">{day.playedMs === 0 ? '' : durationText(day.playedMs)}</span>
    </li>
  );
}

function textOf({ playedMs, parts }: PlayedDay): string {
  return playedMs === 0 ? 'not played' : `${durationText(playedMs)} in ${parts.length} parts`;
}
