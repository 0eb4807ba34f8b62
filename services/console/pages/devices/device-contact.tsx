import { countText, exactDate } from '../common/text/format.ts';
import { TimeAgo } from '../common/text/time-ago.tsx';
import type { DeviceData } from '../console-api/answers.ts';
import './devices.css';

const otherMessages = 'other';

type Contact = Pick<DeviceData, 'warning' | 'expires_at' | 'last_refused_at' | 'last_refusal' | 'messages'>;

interface Props {
  readonly device: Contact;
  /** The title of the column says what is counted. */
  readonly isShort?: boolean;
}

export function DeviceContact({ device, isShort = false }: Props) {
  const {
    warning,
    expires_at: expiresAt,
    last_refused_at: refusedAt,
    last_refusal: refusal,
    messages,
  } = device;
  const expected = messages.filter(({ kind }) => kind !== otherMessages);
  const arrived = expected.filter(({ count }) => count > 0).length;
  return (
    <div className="device-contact small">
      {warning !== null && <p className="stale">{warning}</p>}
      {expiresAt !== null && (
        <p className="dim">No message came yet. The settings expire on {exactDate(Date.parse(expiresAt))}.</p>
      )}
      {refusedAt !== null && (
        <p className="dim">
          Last refused <TimeAgo at={refusedAt} />: {refusal}.
        </p>
      )}
      {messages.length > 0 && (
        <details>
          <summary>
            {arrived} of {isShort ? expected.length : countText(expected.length, 'kind')}
            {isShort ? '' : ' of messages arrived'}
          </summary>
          <MessageKinds messages={messages} />
        </details>
      )}
    </div>
  );
}

/** Lists all kinds, so that a missing kind is visible. */
export function MessageKinds({ messages }: Pick<DeviceData, 'messages'>) {
  return (
    <ul className="message-kinds">
      {messages.map(({ kind, title, count, last_at: at }) => (
        <li key={kind} className={count === 0 ? 'dim' : undefined}>
          {title}:{' '}
          {count === 0 ? (
            'not yet'
          ) : (
            <>
              {countText(count, 'message')}, <TimeAgo at={at} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

export function revokeQuestion({ after_revoking: stays }: Pick<DeviceData, 'after_revoking'>): string {
  return `Its reports are refused from then on.${stays === null ? '' : ` ${stays}`}`;
}
