import { CommandButton } from '../../commands/command-button.tsx';
import { Panel } from '../../common/panel/panel.tsx';
import { DataTable } from '../../common/table/data-table.tsx';
import { TimeAgo } from '../../common/text/time-ago.tsx';
import type { DeviceData } from '../../console-api/answers.ts';
import { RenameDeviceForm } from './rename-device-form.tsx';

/** Lists the devices that report for the member. */
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
          { title: 'Paired', cell: ({ paired_at: at }) => <TimeAgo at={at} /> },
          { title: 'Last report', cell: ({ last_seen_at: at }) => <TimeAgo at={at} /> },
        ]}
        actions={({ id, name }) => (
          <CommandButton
            label="Revoke"
            path={`me/devices/${id}/revoke`}
            what={`Revoke the plugin ${name ?? id}`}
            ask="Its reports are refused from then on."
            isDangerous
          />
        )}
        whenEmpty="No plugin yet."
      />
      {revoked > 0 && (
        <p className="panel-body dim small">
          {revoked === 1 ? 'Another plugin was revoked.' : `${revoked} more were revoked.`}
        </p>
      )}
    </Panel>
  );
}
