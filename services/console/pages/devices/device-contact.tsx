import type { ReactNode } from 'react';
import { countText, exactDate } from '../common/text/format.ts';
import { TimeAgo } from '../common/text/time-ago.tsx';
import type { DeviceData } from '../console-api/answers.ts';
import './devices.css';

const otherMessages = 'other';

type Contact = Pick<DeviceData, 'warning' | 'expires_at' | 'last_refused_at' | 'last_refusal' | 'messages'>;

interface Props {
  readonly device: Contact;
  /** Stands for the kinds of messages, which open elsewhere. */
  readonly children?: ReactNode;
}

export function DeviceContact({ device, children }: Props) {
  const { warning, expires_at: expiresAt, last_refused_at: refusedAt, last_refusal: refusal } = device;
  const { messages } = device;
  const { arrived, expected } = countKinds(messages);
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
      {children ??
        (messages.length > 0 && (
          <details>
            <summary>
              {arrived} of {countText(expected, 'kind')} of messages arrived
            </summary>
            <MessageKinds messages={messages} />
          </details>
        ))}
    </div>
  );
}

export function countKinds(messages: DeviceData['messages']) {
  const expected = messages.filter(({ kind }) => kind !== otherMessages);
  return { arrived: expected.filter(({ count }) => count > 0).length, expected: expected.length };
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
