import { isolateName } from '../../common/text/account-name.ts';
import type { PayloadData } from '../admin-answers.ts';
import { AuditedContent } from '../audited-content.tsx';

interface Props {
  readonly payload: PayloadData;
  readonly onClose: () => void;
}

interface ShownPayload {
  readonly body: unknown;
}

export function PayloadView({ payload, onClose }: Props) {
  const whose = payload.account_name ?? payload.account ?? 'an unknown account';
  return (
    <AuditedContent<ShownPayload>
      path={`admin/payloads/${payload.id}/show`}
      what={`a report of ${isolateName(whose)}`}
      warning={`${payload.member ?? 'Its member'} reads on their own page that you saw this report of ${whose}.`}
      textOf={({ body }) => readable(body)}
      onClose={onClose}
    />
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
