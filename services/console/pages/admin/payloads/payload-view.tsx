import { Link } from 'react-router';
import { minuteMs } from '../../../../../shared/domain/durations.ts';
import { eventsAddress } from '../../common/events/event-address.ts';
import { isolateName } from '../../common/text/account-name.ts';
import type { PayloadData } from '../admin-answers.ts';
import { AuditedContent } from '../audited-content.tsx';
import { sizeText } from '../size-text.ts';

/** Plugins send events up to some minutes late. */
const eventsBeforeMs = 10 * minuteMs;

interface Props {
  readonly payload: PayloadData;
  readonly onClose: () => void;
}

interface ShownPayload {
  readonly body: unknown;
}

export function PayloadView({ payload, onClose }: Props) {
  const whose = payload.account_name ?? payload.account ?? 'an unknown account';
  const at = Date.parse(payload.received_at);
  const range = { from: new Date(at - eventsBeforeMs).toISOString(), to: payload.received_at };
  return (
    <>
      <p className="small">
        {payload.kinds.join(', ') || 'This release cannot read the report'}, {sizeText(payload.bytes)}.{' '}
        {payload.account !== null && (
          <Link to={eventsAddress({ account: payload.account, types: '', ...range })}>
            Events of the ten minutes before
          </Link>
        )}
      </p>
      <AuditedContent<ShownPayload>
        path={`admin/payloads/${payload.id}/show`}
        what={`a report of ${isolateName(whose)}`}
        warning={`${payload.member ?? 'Its member'} reads on their own page that you saw this report of ${whose}.`}
        textOf={({ body }) => readable(body)}
        onClose={onClose}
      />
    </>
  );
}

function readable(body: unknown): string {
  if (typeof body !== 'string') return JSON.stringify(body, null, 2);
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
