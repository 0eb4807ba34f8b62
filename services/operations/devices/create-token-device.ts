import { decideOnCopyFirst } from '../../../projections/access/commands/append-and-wait.ts';
import { withRequestId } from '../../../projections/access/commands/command-event.ts';
import { createDeviceToken, newDevice } from '../../../projections/access/commands/devices/pair-device.ts';
import { executeCommand } from '../../../projections/access/commands/execute-command.ts';
import { OutcomeUnknown } from '../../../projections/access/commands/outcome-unknown.ts';
import { nameLengthMax, storableText } from '../../../shared/domain/text.ts';
import type { OperationHub, Requested } from '../operation-hub.ts';
import type { PastedChoice, PastedPlugin } from './pairing-plugins.ts';

interface TokenInput {
  readonly memberId: string;
  readonly plugin: PastedPlugin;
  /** Origin for the plugin, as `https://hub.example.org`. */
  readonly origin: string;
}

/** No other answer holds the token. */
export interface DeviceTokenDocument {
  /** The id of the device. */
  readonly id: string;
  readonly title: string;
  readonly token: string;
  /** For some plugins, the address contains the token. */
  readonly url: string;
  /** The changes that the address causes in the plugin. */
  readonly changes: readonly string[];
  /** Off at first. `addressWithChoices` adds a choice to the address. */
  readonly choices: readonly PastedChoice[];
  readonly steps: readonly string[];
  readonly other_way: { readonly title: string; readonly steps: readonly string[] } | null;
  /** The player's next step to the first report. */
  readonly first_report: string;
  /** `stored`: the device does not work yet. */
  readonly status: 'active' | 'stored';
}

/** For a plugin without pairing codes. @throws as `executeCommand`, except OutcomeUnknown */
export async function createTokenDevice(
  hub: OperationHub,
  { memberId, plugin, origin, actor, requestId }: Requested<TokenInput>,
): Promise<DeviceTokenDocument> {
  const { source, title, firstReport } = plugin;
  const { token, ...device } = newDevice();
  const input = { ...device, memberId, plugin: source, name: storableText(title, nameLengthMax), actor };
  const event = await decideOnCopyFirst(hub, (directory) => createDeviceToken(directory, input));
  const { choices = [] } = plugin;
  const { url, changes = [], steps, otherWay = null } = plugin.settingsFor(origin, token);
  const settings = { title, token, url, changes, choices, steps, other_way: otherWay };
  const made = { id: device.deviceId, ...settings, first_report: firstReport };
  try {
    await executeCommand(hub, withRequestId(event, requestId));
    return { ...made, status: 'active' };
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error;
    return { ...made, status: 'stored' };
  }
}
