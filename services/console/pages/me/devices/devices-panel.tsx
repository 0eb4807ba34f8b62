import { CommandButton } from '../../commands/command-button.tsx';
import { Panel } from '../../common/panel/panel.tsx';
import { DataTable } from '../../common/table/data-table.tsx';
import { TimeAgo } from '../../common/text/time-ago.tsx';
import type { DeviceData } from '../../console-api/answers.ts';
import { DeviceContact, revokeQuestion } from '../../devices/device-contact.tsx';
import { RenameDeviceForm } from './rename-device-form.tsx';

export function DevicesPanel({ devices }: { readonly devices: readonly DeviceData[] }) {
  const active = devices.filter(({ status }) => status === 'active');
  const revoked = devices.length - active.length;
  return (
    <Panel title="Paired plugins">
      <DataTable
        label="Paired plugins"
        rows={active}
        keyOf={({ id }) => id}
        columns={[
          { title: 'Name', cell: (device) => <RenameDeviceForm device={device} /> },
          { title: 'Plugin', cell: ({ plugin_title: title }) => title },
          { title: 'Version', cell: ({ version }) => version ?? 'unknown' },
          { title: 'Paired', cell: ({ paired_at: at }) => <TimeAgo at={at} /> },
          { title: 'Last heard', cell: ({ last_heard_at: at }) => <TimeAgo at={at} /> },
        ]}
        actions={(device) => (
          <CommandButton
            label="Revoke"
            path={`me/devices/${device.id}/revoke`}
            what={`Revoke the plugin ${device.name ?? device.id}`}
            ask={revokeQuestion(device)}
            isDangerous
          />
        )}
        below={(device) => <DeviceContact device={device} />}
        whenEmpty="No active plugin."
      />
      {revoked > 0 && (
        <p className="panel-body dim small">
          {revoked === 1 ? 'One plugin was revoked.' : `${revoked} plugins were revoked.`}
        </p>
      )}
      <StillSending devices={devices} />
    </Panel>
  );
}

function StillSending({ devices }: { readonly devices: readonly DeviceData[] }) {
  const sending = devices.filter(({ status, warning }) => status === 'revoked' && warning !== null);
  if (sending.length === 0) return null;
  return (
    <ul className="panel-body small">
      {sending.map(({ id, name, plugin_title: title, warning, last_heard_at: at }) => (
        <li key={id}>
          <strong>{name ?? title}</strong>: <span className="stale">{warning}</span> Last heard{' '}
          <TimeAgo at={at} />.
        </li>
      ))}
    </ul>
  );
}
