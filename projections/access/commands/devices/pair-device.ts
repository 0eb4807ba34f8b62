import { hash, randomBytes, randomUUID } from 'node:crypto';
import { devicePaired, deviceTokenMade } from '../../../../shared/events/membership/devices.ts';
import type { Directory } from '../../directory/directory.ts';
import { type CommandEvent, type CommandInput, commandEvent, commandRefused } from '../command-event.ts';
import { requireActiveMember } from '../require-known.ts';

const tokenBytes = 32;

export interface NewDevice {
  readonly deviceId: string;
  /** Shown once; the log holds only the hash. */
  readonly token: string;
  /** SHA-256 of the token, base64. */
  readonly tokenHash: string;
}

export function newDevice(): NewDevice {
  const token = randomBytes(tokenBytes).toString('hex');
  return { deviceId: randomUUID(), token, tokenHash: tokenHashOf(token) };
}

/** SHA-256, base64. */
export function tokenHashOf(token: string): string {
  return hash('sha256', token, 'base64');
}

/**
 * The member is the actor, because the member typed the code. Refuses an unknown code before the
 * append. Otherwise the log would keep each wrong guess for ever. Does not check whether the code
 * has expired. The projection checks this after the append.
 */
export function pairDevice(
  { pairingCodes }: Directory,
  input: {
    readonly codeHash: string;
    readonly deviceId: string;
    readonly tokenHash: string;
    /** The value of `Plugin.source`. */
    readonly plugin: string;
    readonly name: string;
  },
): CommandEvent<typeof devicePaired> {
  const { codeHash, deviceId, tokenHash, plugin, name } = input;
  const code = pairingCodes.get(codeHash);
  if (code === undefined) throw commandRefused('code_unknown');
  if (code.deviceId !== null) throw commandRefused('code_used');
  const { memberId } = code;
  return commandEvent(
    devicePaired,
    { subject: memberId, actor: `member:${memberId}`, plugin },
    { device_id: deviceId, code_hash: codeHash, token_hash: tokenHash, plugin, name },
  );
}

/**
 * Does not check whether the member has too many devices. The projection checks this after the
 * append.
 */
export function createDeviceToken(
  directory: Directory,
  input: CommandInput<
    Omit<NewDevice, 'token'> & {
      readonly memberId: string;
      /** The value of `Plugin.source`. */
      readonly plugin: string;
      readonly name: string;
    }
  >,
): CommandEvent<typeof deviceTokenMade> {
  const { memberId, deviceId, tokenHash, plugin, name, actor } = input;
  requireActiveMember(directory, memberId);
  return commandEvent(
    deviceTokenMade,
    { subject: memberId, actor },
    { device_id: deviceId, member_id: memberId, token_hash: tokenHash, plugin, name },
  );
}
