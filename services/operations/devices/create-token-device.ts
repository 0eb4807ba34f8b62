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
  /** The origin at which the plugin reaches the hub, as `https://hub.example.org`. */
  readonly origin: string;
}

/** The values that a member pastes into a plugin. No other answer holds the token. */
export interface DeviceTokenDocument {
  /** The id of the device. */
  readonly id: string;
  readonly title: string;
  readonly token: string;
  /** The address to paste. For some plugins, the address contains the token. */
  readonly url: string;
  /** The changes that the address causes in the plugin. The member reads them before the paste. */
  readonly changes: readonly string[];
  /** Choices that are off at first. `addressWithChoices` adds them to the address. */
  readonly choices: readonly PastedChoice[];
  readonly steps: readonly string[];
  /** Null when there is no other way. */
  readonly other_way: { readonly title: string; readonly steps: readonly string[] } | null;
  /**
   * `stored`: the device does not work yet. The token is shown anyway, because nobody can see it
   * later.
   */
  readonly status: 'active' | 'stored';
}

/**
 * Creates a device of a member and its token, for a plugin without pairing codes.
 * @throws as `executeCommand`, except OutcomeUnknown
 */
export async function createTokenDevice(
  hub: OperationHub,
  { memberId, plugin, origin, actor, requestId }: Requested<TokenInput>,
): Promise<DeviceTokenDocument> {
  const { source, title } = plugin;
  const { token, ...device } = newDevice();
  const input = { ...device, memberId, plugin: source, name: storableText(title, nameLengthMax), actor };
  const event = await decideOnCopyFirst(hub, (directory) => createDeviceToken(directory, input));
  const { choices = [] } = plugin;
  const { url, changes = [], steps, otherWay = null } = plugin.settingsFor(origin, token);
  const made = { id: device.deviceId, title, token, url, changes, choices, steps, other_way: otherWay };
  try {
    await executeCommand(hub, withRequestId(event, requestId));
    return { ...made, status: 'active' };
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error;
    return { ...made, status: 'stored' };
  }
}
