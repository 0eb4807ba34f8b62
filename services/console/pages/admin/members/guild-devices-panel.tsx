import { useState } from 'react';
import { dayMs } from '../../../../../shared/domain/durations.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { FoldOnPhone } from '../../common/fields/fold-on-phone.tsx';
import { SegmentedControl } from '../../common/fields/segmented-control.tsx';
import { AnswerPanel } from '../../common/panel/answer-panel.tsx';
import { nameColumn, timeColumn } from '../../common/table/columns.tsx';
import { DataTable } from '../../common/table/data-table.tsx';
import { isolateName } from '../../common/text/account-name.ts';
import { useConsoleAnswer } from '../../console-api/use-console-answer.ts';
import { countKinds, DeviceContact, MessageKinds, revokeQuestion } from '../../devices/device-contact.tsx';
import { DeviceWithPlugin } from '../../devices/device-with-plugin.tsx';
import { useAddressChoice } from '../../state/use-address-value.ts';
import type { DevicesAnswer } from '../admin-answers.ts';

type Device = DevicesAnswer['devices'][number];

const shownDevices = ['all', 'refused lately'] as const;

function isShown({ status, last_refused_at: at }: Device, show: (typeof shownDevices)[number]): boolean {
  const isRefused = at !== null && Date.now() - Date.parse(at) < dayMs;
  return status === 'active' && (show === 'all' || isRefused);
}

const emptyTexts = {
  all: 'No plugin yet: members pair plugins on their own page.',
  'refused lately': 'No report of a plugin was refused in the last 24 hours.',
};

export function GuildDevicesPanel() {
  const [openId, setOpenId] = useState<string | null>(null);
  const [show, setShow] = useAddressChoice('plugins', shownDevices);
  const asked = useConsoleAnswer<DevicesAnswer>('admin/devices');
  return (
    <AnswerPanel title="Paired plugins" asked={asked}>
      {({ devices }) => (
        <div className="device-table">
          <DataTable
            label="Paired plugins"
            rows={devices.filter((device) => isShown(device, show))}
            filters={
              <FoldOnPhone>
                <SegmentedControl
                  label="Plugins to show"
                  choices={shownDevices}
                  chosen={show}
                  onChoose={setShow}
                />
              </FoldOnPhone>
            }
            keyOf={({ id }) => id}
            textOf={({ member, name }) => `${member ?? ''} ${name ?? ''}`}
            columns={[
              { ...nameColumn<Device>('Member', ({ member }) => member), isMain: true },
              {
                ...nameColumn<Device>('Plugin', ({ name, plugin_title: title }) => name ?? title),
                cell: (device) => <DeviceWithPlugin device={device} />,
              },
              timeColumn<Device>('Paired', ({ paired_at: at }) => at),
              { ...timeColumn<Device>('Last heard', ({ last_heard_at: at }) => at), isMain: true },
              {
                title: 'Kinds',
                cell: (device) => (
                  <DeviceContact device={device}>
                    <KindsButton
                      device={device}
                      isOpen={device.id === openId}
                      onPress={() => setOpenId(device.id === openId ? null : device.id)}
                    />
                  </DeviceContact>
                ),
              },
            ]}
            orderAtFirst="-Last heard"
            csvName="plugins"
            foldAs={({ id, name, member }) => `${name ?? id} of ${member ?? 'nobody'}`}
            actions={({ id, name, member, after_revoking }) => (
              <CommandButton
                label="Revoke"
                path={`admin/devices/${id}/revoke`}
                what={`Revoke the plugin ${isolateName(name ?? id)} of ${isolateName(member ?? 'nobody')}`}
                ask={revokeQuestion({ after_revoking })}
                isDangerous
              />
            )}
            below={({ id, messages }) =>
              id === openId ? (
                <div className="manage small">
                  <MessageKinds messages={messages} />
                </div>
              ) : null
            }
            whenEmpty={emptyTexts[show]}
          />
        </div>
      )}
    </AnswerPanel>
  );
}

interface KindsProps {
  readonly device: Device;
  readonly isOpen: boolean;
  readonly onPress: () => void;
}

/** The kinds open below the row, because the cell is too narrow for them. */
function KindsButton({ device: { name, plugin_title: title, messages }, isOpen, onPress }: KindsProps) {
  const { arrived, expected } = countKinds(messages);
  if (messages.length === 0) return null;
  return (
    <button
      type="button"
      className="plain link"
      aria-expanded={isOpen}
      aria-label={`${arrived} of ${expected} kinds of messages of the plugin ${name ?? title}`}
      onClick={onPress}
    >
      {arrived} of {expected} <span aria-hidden="true">{isOpen ? '▴' : '▾'}</span>
    </button>
  );
}
