import { isolateRightToLeft } from '../../../../../shared/domain/text.ts';
import { dayAndTime, durationText } from '../../common/text/format.ts';
import { useHubAnswer } from '../../read-api/use-hub-answer.ts';
import { useCanRead } from '../../read-api/use-key-rights.ts';
import { useAccount } from '../../read-api/use-read-api.ts';
import { parsePlaySession, playSessionText } from './trail-range.ts';

interface Props {
  /** The account whose trail was chosen last. */
  readonly id: string | undefined;
  readonly chosen: string;
  readonly onChoose: (session: string) => void;
}

const backMs = 7 * 86_400_000;
const offeredMax = 50;

export function PlaySessionChoice({ id = '', chosen, onChoose }: Props) {
  const account = useAccount(id);
  const canRead = useCanRead('activity') && account?.categories.includes('activity') === true;
  const { body } = useHubAnswer(
    'sessions of a trail',
    { id },
    (client, signal) => client.get('/accounts/{id}/sessions', { id, from: Date.now() - backMs }, signal),
    { enabled: canRead, everyMs: 60_000 },
  );
  if (!canRead) return null;
  const offered = (body?.data.sessions ?? []).slice(0, offeredMax).map((session) => {
    const { started_at: from, ended_at, last_seen_at, duration_ms: ms } = session;
    const value = playSessionText(from, ended_at ?? last_seen_at);
    return { from, value, text: `${dayAndTime(Date.parse(from))}, ${durationText(ms)}` };
  });
  // The end of a running session moves, so its start identifies the session.
  const start = parsePlaySession(chosen)?.from;
  const selected = offered.find(({ from }) => Date.parse(from) === start)?.value ?? chosen;
  const isOffered = chosen === '' || offered.some(({ value }) => value === selected);
  return (
    <select
      className="session-choice"
      aria-label="One play session"
      value={selected}
      onChange={({ target }) => onChoose(target.value)}
    >
      <option value="">One play session of {isolateRightToLeft(account.name)}…</option>
      {!isOffered && <option value={chosen}>The session of this address</option>}
      {offered.map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}
