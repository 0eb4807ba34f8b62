import { useState } from 'react';
import { CommandResult } from '../../console/command-note.tsx';
import { useCommand } from '../../console/use-command.ts';
import type { PayloadData } from '../admin-answers.ts';

interface Props {
  readonly payload: PayloadData;
  readonly onClose: () => void;
}

interface ShownPayload {
  readonly body: unknown;
}

/** One payload. It is shown after a press that says what the look leaves behind. */
export function PayloadView({ payload, onClose }: Props) {
  const command = useCommand<ShownPayload>();
  const [body, setBody] = useState<string | null>(null);
  const whose = payload.account_name ?? payload.account ?? 'nobody named';
  const show = async () => {
    const wish = { path: `admin/payloads/${payload.id}/show`, what: `Look at a payload of ${whose}` };
    const shown = await command.give(wish);
    if (shown !== null) setBody(readable(shown.body));
  };
  return (
    <section className="payload" aria-label={`A payload of ${whose}`}>
      {body === null ? (
        <p>
          {payload.member ?? 'Its member'} reads on their own page that you saw this report of {whose}.
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        <pre tabIndex={0}>{body}</pre>
      )}
      <div className="row wrap">
        {body === null && (
          <button type="button" className="primary" disabled={command.running} onClick={show}>
            See it
          </button>
        )}
        <button type="button" onClick={onClose}>
          Close
        </button>
        <CommandResult use={command} />
      </div>
    </section>
  );
}

/** JSON with lines; anything else as it was sent. */
function readable(body: unknown): string {
  if (typeof body !== 'string') return JSON.stringify(body, null, 2);
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
