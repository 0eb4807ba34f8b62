import { createHmac, randomInt } from 'node:crypto';
import type { Actor } from '../../../shared/domain/actor.ts';
import { decideEarly } from './append-and-wait.ts';
import { type CommandHub, carryOut } from './carry-out.ts';
import { asRequested } from './command-event.ts';
import { CommandRefused } from './command-refused.ts';
import { pairingCodeOpening } from './pairing-code-opening.ts';

/**
 * How often a code that is open already is drawn anew: of 100,000 a handful are open; hundreds where a whole demo pairs at
 * once.
 */
const attemptsMax = 10;

/** Five ASCII digits, as the plugin's field takes them (plugin-protocols.md 1). */
function newPairingCode(): string {
  return String(randomInt(100_000)).padStart(5, '0');
}

/** What the log holds of a code, base64. Keyed with the hub's secret: 100,000 plain hashes are tried in no time. */
export function pairingCodeHash(hubSecret: Uint8Array, code: string): string {
  return createHmac('sha256', hubSecret).update(`pairing-code ${code}`).digest('base64');
}

/**
 * Opens a code that nobody has open now, and tells when it was made, epoch ms by the log's clock.
 * @throws CommandRefused when the member may have no code, or no free one is found
 */
export async function givePairingCode(
  hub: CommandHub & { readonly hubSecret: Uint8Array },
  memberId: string,
  actor: Actor,
  requestId?: string,
): Promise<{ readonly code: string; readonly at: number }> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const code = newPairingCode();
    const codeHash = pairingCodeHash(hub.hubSecret, code);
    const wish = { memberId, codeHash, actor };
    const event = await decideEarly(hub, (directory) => pairingCodeOpening(directory, wish));
    try {
      // Each further attempt has an id of its own: under that of the request it is noted that the first was refused.
      const { at } = await carryOut(hub, asRequested(event, attempt === 1 ? requestId : undefined));
      return { code, at };
    } catch (error) {
      if (!(error instanceof CommandRefused && error.code === 'code_taken')) throw error;
    }
  }
  throw new CommandRefused('no_free_code', 'no free pairing code was found; try again in a few minutes');
}
