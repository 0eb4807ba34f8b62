import { type FormEvent, useState } from 'react';
import { focusOn, useFocusReturn } from '../../browser/focus.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { CommandResult } from '../../commands/command-result.tsx';
import { useCommand } from '../../commands/use-command.ts';
import { Panel } from '../../common/panel/panel.tsx';
import { DataTable } from '../../common/table/data-table.tsx';
import { isolateName } from '../../common/text/account-name.ts';
import { TimeAgo } from '../../common/text/time-ago.tsx';
import type { DeviceData } from '../../console-api/answers.ts';
import { DeviceContact, revokeQuestion } from '../../devices/device-contact.tsx';
import { DeviceWithPlugin } from '../../devices/device-with-plugin.tsx';

export function DevicesPanel({ devices }: { readonly devices: readonly DeviceData[] }) {
  const active = devices.filter(({ status }) => status === 'active');
  const revoked = devices.length - active.length;
  return (
    <Panel title="Paired plugins">
      <div className="device-table">
        <DataTable
          label="Paired plugins"
          rows={active}
          keyOf={({ id }) => id}
          columns={[
            { title: 'Plugin', cell: (device) => <RenameDeviceForm device={device} /> },
            { title: 'Paired', cell: ({ paired_at: at }) => <TimeAgo at={at} /> },
            { title: 'Last heard', cell: ({ last_heard_at: at }) => <TimeAgo at={at} /> },
          ]}
          actions={(device) => (
            <CommandButton
              label="Revoke"
              path={`me/devices/${device.id}/revoke`}
              what={`Revoke the plugin ${isolateName(device.name ?? device.id)}`}
              ask={revokeQuestion(device)}
              isDangerous
            />
          )}
          below={(device) => <DeviceContact device={device} />}
          whenEmpty="No active plugin."
        />
      </div>
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

function RenameDeviceForm({ device }: { readonly device: DeviceData }) {
  const command = useCommand();
  const [typed, setTyped] = useState<string | null>(null);
  const { openerRef, returnFocus } = useFocusReturn();
  const close = () => {
    returnFocus();
    setTyped(null);
  };
  const name = device.name ?? 'without a name';
  if (typed === null) {
    return (
      <span className="row wrap">
        <span>
          <DeviceWithPlugin device={device} />
        </span>
        <button
          type="button"
          className="chip"
          ref={openerRef}
          aria-label={`Rename the plugin ${name}`}
          onClick={() => setTyped(device.name ?? '')}
        >
          Rename
        </button>
      </span>
    );
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const options = {
      path: `me/devices/${device.id}`,
      body: { name: typed.trim() },
      what: `Rename the plugin ${isolateName(name)}`,
    };
    if ((await command.give(options)) !== null) close();
  };
  return (
    <form className="row wrap" onSubmit={submit}>
      <input
        type="text"
        ref={focusOn}
        aria-label="New name"
        value={typed}
        maxLength={64}
        onChange={({ target }) => setTyped(target.value)}
      />
      <button type="submit" disabled={typed.trim() === ''} aria-disabled={command.isRunning}>
        Save
      </button>
      <button type="button" onClick={close}>
        Cancel
      </button>
      <CommandResult use={command} />
    </form>
  );
}
