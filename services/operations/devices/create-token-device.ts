import { decideOnCopyFirst } from '../../../projections/access/commands/append-and-wait.ts';
import { withRequestId } from '../../../projections/access/commands/command-event.ts';
import { createDeviceToken, newDevice } from '../../../projections/access/commands/devices/pair-device.ts';
import { executeCommand } from '../../../projections/access/commands/execute-command.ts';
import { OutcomeUnknown } from '../../../projections/access/commands/outcome-unknown.ts';
import { nameLengthMax, storableText } from '../../../shared/domain/text.ts';
import type { OperationHub, Requested } from '../operation-hub.ts';
import type { PastedPlugin } from './pairing-plugins.ts';

interface TokenInput {
  readonly memberId: string;
  readonly plugin: PastedPlugin;
  /** Origin for the plugin, as `https://hub.example.org`. */
  readonly origin: string;
}

export type DeviceTokenDocument = Awaited<ReturnType<typeof createTokenDevice>>;

/** For a plugin without pairing codes. @throws as `executeCommand`, except OutcomeUnknown */
export async function createTokenDevice(
  hub: OperationHub,
  { memberId, plugin, origin, actor, requestId }: Requested<TokenInput>,
) {
  const { source, title } = plugin;
  const { token, ...device } = newDevice();
  const input = { ...device, memberId, plugin: source, name: storableText(title, nameLengthMax), actor };
  const event = await decideOnCopyFirst(hub, (directory) => createDeviceToken(directory, input));
  const { url, changes = [], steps, otherWay = null } = plugin.settingsFor(origin, token);
  const made = {
    /** The id of the device. */
    id: device.deviceId,
    title,
    /** No other answer holds the token. */
    token,
    /** For some plugins, the address contains the token. */
    url,
    /** The changes that the address causes in the plugin. */
    changes,
    /** Off at first. `addressWithChoices` adds a choice to the address. */
    choices: plugin.choices ?? [],
    steps,
    other_way: otherWay,
    /** The player's next step to the first report. */
    first_report: plugin.firstReport,
  };
  try {
    await executeCommand(hub, withRequestId(event, requestId));
    return { ...made, status: 'active' as const };
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error;
    // The device does not work yet.
    return { ...made, status: 'stored' as const };
  }
}
