import { decideEarly } from '../../../projections/access/commands/append-and-wait.ts';
import { carryOut } from '../../../projections/access/commands/carry-out.ts';
import { asRequested } from '../../../projections/access/commands/command-event.ts';
import { newDevice } from '../../../projections/access/commands/device-pairing.ts';
import { deviceTokenMaking } from '../../../projections/access/commands/device-token-making.ts';
import { StoredOnly } from '../../../projections/access/commands/stored-only.ts';
import { nameLengthMax, storableText } from '../../../shared/domain/text.ts';
import type { OperationHub, Requested } from '../operation-hub.ts';
import type { PastedPlugin } from './pairing-plugins.ts';

interface TokenWish {
  readonly memberId: string;
  readonly plugin: PastedPlugin;
  /** Where the plugin reaches the hub, as `https://hub.example.org`. */
  readonly origin: string;
}

/** What a member pastes into a plugin. The token is in this answer and in no other. */
export interface DeviceTokenDocument {
  /** Of the device. */
  readonly id: string;
  readonly title: string;
  readonly token: string;
  /** The address to paste; for some plugins the token is a part of it. */
  readonly url: string;
  readonly steps: readonly string[];
  /** `stored`: nobody could see the token again, so it is shown before its effect is; it is refused until then. */
  readonly status: 'active' | 'stored';
}

/** Makes a device of a member with its token, for a plugin that takes no code. @throws as `carryOut`, but no StoredOnly */
export async function makeDeviceToken(
  hub: OperationHub,
  { memberId, plugin, origin, actor, requestId }: Requested<TokenWish>,
): Promise<DeviceTokenDocument> {
  const { source, title } = plugin;
  const { token, ...device } = newDevice();
  const wish = { ...device, memberId, plugin: source, name: storableText(title, nameLengthMax), actor };
  const event = await decideEarly(hub, (directory) => deviceTokenMaking(directory, wish));
  const { url, steps } = plugin.settingsFor(origin, token);
  const made = { id: device.deviceId, title, token, url, steps };
  try {
    await carryOut(hub, asRequested(event, requestId));
    return { ...made, status: 'active' };
  } catch (error) {
    if (!(error instanceof StoredOnly)) throw error;
    return { ...made, status: 'stored' };
  }
}
