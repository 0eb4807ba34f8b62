import { type FormEvent, type ReactNode, useState } from 'react';
import { CommandResult } from '../commands/command-result.tsx';
import { useCommand } from '../commands/use-command.ts';
import { TimeZoneField } from '../common/fields/time-zone-field.tsx';
import { Panel } from '../common/panel/panel.tsx';
import type { SessionAnswer } from '../console-api/answers.ts';

interface Props {
  readonly member: SessionAnswer['member'];
  readonly sessions: ReactNode;
}

export function OwnSettingsPanel({ member, sessions }: Props) {
  const command = useCommand();
  const [typed, setTyped] = useState<string | null>(null);
  // The stored zone may change elsewhere.
  const zone = typed ?? member.time_zone;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void command.give({
      path: 'me/settings',
      body: { time_zone: zone },
      what: `Set the time zone to ${zone}`,
      done: 'Saved: your day begins at midnight in this time zone.',
    });
  };
  return (
    <Panel title="You">
      <div className="panel-body settings-parts">
        <form onSubmit={submit}>
          <TimeZoneField value={zone} onChange={setTyped} />
          <p className="dim small">Gains of a day count from midnight in this time zone.</p>
          <button type="submit" disabled={zone === member.time_zone} aria-disabled={command.isRunning}>
            Save
          </button>
          <CommandResult use={command} />
          <p className="dim small">
            {member.chat_id === null
              ? 'No account of the guild’s chat is linked to you; an admin links it.'
              : `Linked with ${member.chat_id} of the guild’s chat.`}
          </p>
        </form>
        {sessions}
      </div>
    </Panel>
  );
}
