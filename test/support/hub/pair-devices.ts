import {
  openPairingCode,
  pairingCodeHash,
} from '../../../projections/access/commands/devices/open-pairing-code.ts';
import { newDevice, pairDevice } from '../../../projections/access/commands/devices/pair-device.ts';
import { executeCommands } from '../../../projections/access/commands/execute-command.ts';
import type { EnrolmentHub } from '../../../services/demo/enrolment.ts';

/** Devices that are paired at once: a code lives for 5 minutes only. */
const batch = 250;
const withinMs = 20_000;

/** @returns a token for each member */
export async function pairDevices(membership: EnrolmentHub, memberIds: readonly string[]): Promise<string[]> {
  const tokens: string[] = [];
  for (let from = 0; from < memberIds.length; from += batch) {
    const known = membership.directory.current();
    const paired = memberIds.slice(from, from + batch).map((memberId) => {
      const device = newDevice();
      // The token serves as the code: unlike five digits, no two tokens are the same.
      return { ...device, memberId, codeHash: pairingCodeHash(membership.hubSecret, device.token) };
    });
    const opened = await executeCommands(
      membership,
      paired.map(({ memberId, codeHash }) => openPairingCode(known, { memberId, codeHash, actor: 'hub' })),
      { withinMs },
    );
    await executeCommands(
      membership,
      paired.map((device) => pairDevice(opened.directory, { ...device, plugin: 'ha', name: 'bench' })),
      { withinMs },
    );
    tokens.push(...paired.map(({ token }) => token));
  }
  return tokens;
}
