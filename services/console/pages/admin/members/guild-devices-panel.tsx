import { CommandButton } from '../../commands/command-button.tsx';
import { AnswerPanel } from '../../common/panel/answer-panel.tsx';
import { DataTable } from '../../common/table/data-table.tsx';
import { TimeAgo } from '../../common/text/time-ago.tsx';
import { useConsoleAnswer } from '../../console-api/use-console-answer.ts';
import { DeviceContact, revokeQuestion } from '../../devices/device-contact.tsx';
import type { DevicesAnswer } from '../admin-answers.ts';

export function GuildDevicesPanel() {
  const asked = useConsoleAnswer<DevicesAnswer>('admin/devices');
  return (
    <AnswerPanel title="Paired plugins" asked={asked}>
      {({ devices }) => (
        <DataTable
          label="Paired plugins"
          rows={devices.filter(({ status }) => status === 'active')}
          keyOf={({ id }) => id}
          textOf={({ member, name }) => `${member ?? ''} ${name ?? ''}`}
          columns={[
            { title: 'Member', cell: ({ member }) => member ?? '–' },
            { title: 'Name', cell: ({ name }) => name ?? <span className="dim">without a name</span> },
            { title: 'Plugin', cell: ({ plugin_title: title }) => title },
            { title: 'Version', cell: ({ version }) => version ?? 'unknown' },
            { title: 'Paired', cell: ({ paired_at: at }) => <TimeAgo at={at} /> },
            { title: 'Last heard', cell: ({ last_heard_at: at }) => <TimeAgo at={at} /> },
          ]}
          below={(device) => <DeviceContact device={device} />}
          actions={({ id, name, member, after_revoking }) => (
            <CommandButton
              label="Revoke"
              path={`admin/devices/${id}/revoke`}
              what={`Revoke the plugin ${name ?? id} of ${member ?? 'nobody'}`}
              ask={revokeQuestion({ after_revoking })}
              isDangerous
            />
          )}
          whenEmpty="No plugin yet: members pair plugins on their own page."
        />
      )}
    </AnswerPanel>
  );
}
