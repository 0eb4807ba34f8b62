import { createHmac, randomInt } from 'node:crypto';
import type { Actor } from '../../../../shared/domain/actor.ts';
import { pairingCodeMade } from '../../../../shared/events/membership/devices.ts';
import type { Directory } from '../../directory/directory.ts';
import { decideOnCopyFirst } from '../append-and-wait.ts';
import {
  type CommandEvent,
  type CommandInput,
  CommandRefused,
  commandEvent,
  withRequestId,
} from '../command-event.ts';
import { type CommandHub, executeCommand } from '../execute-command.ts';
import { requireActiveMember } from '../require-known.ts';

const attemptsMax = 10;

/** The plugin accepts only five ASCII digits (plugin-protocols.md, section 1). */
function newPairingCode(): string {
  return String(randomInt(100_000)).padStart(5, '0');
}

/**
 * Base64 of an HMAC with the hub secret. A hash without a secret would be unsafe, because only
 * 100,000 codes exist.
 */
export function pairingCodeHash(hubSecret: Uint8Array, code: string): string {
  return createHmac('sha256', hubSecret).update(`pairing-code ${code}`).digest('base64');
}

/**
 * @returns the code, and its creation time in epoch ms by the log's clock
 * @throws CommandRefused when the member is not allowed to get a code, or when no free code is
 * found
 */
export async function openFreePairingCode(
  hub: CommandHub & { readonly hubSecret: Uint8Array },
  memberId: string,
  actor: Actor,
  requestId?: string,
): Promise<{ readonly code: string; readonly at: number }> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const code = newPairingCode();
    const codeHash = pairingCodeHash(hub.hubSecret, code);
    const input = { memberId, codeHash, actor };
    const event = await decideOnCopyFirst(hub, (directory) => openPairingCode(directory, input));
    try {
      // Each request id can be used only once, so only the first turn of the loop uses `requestId`.
      const { at } = await executeCommand(hub, withRequestId(event, attempt === 1 ? requestId : undefined));
      return { code, at };
    } catch (error) {
      if (!(error instanceof CommandRefused && error.code === 'code_taken')) throw error;
    }
  }
  throw new CommandRefused('no_free_code', 'no free pairing code was found; try again in a few minutes');
}

/** Does not check whether the code is free. The projection checks this after the append. */
export function openPairingCode(
  directory: Directory,
  input: CommandInput<{ readonly memberId: string; readonly codeHash: string }>,
): CommandEvent<typeof pairingCodeMade> {
  const { memberId, codeHash, actor } = input;
  requireActiveMember(directory, memberId);
  const data = { member_id: memberId, code_hash: codeHash };
  return commandEvent(pairingCodeMade, { subject: memberId, actor }, data);
}
