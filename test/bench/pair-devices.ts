import { hash, randomBytes, randomUUID } from 'node:crypto';
import { pairingCodeHash } from '../../projections/access/commands/pairing-code.ts';
import { appendAndWait, type Membership } from '../../services/demo/enrolment.ts';
import { devicePaired } from '../../shared/events/device-paired.ts';
import { newEvent } from '../../shared/events/event.ts';
import { pairingCodeMade } from '../../shared/events/pairing-code-made.ts';

/** Devices of one append. */
const batch = 250;

/** One device for each member, as its pairing would have written it. @returns their tokens */
export async function pairDevices(membership: Membership, memberIds: readonly string[]): Promise<string[]> {
  const tokens: string[] = [];
  for (let from = 0; from < memberIds.length; from += batch) {
    const events = memberIds.slice(from, from + batch).flatMap((memberId) => {
      const token = randomBytes(32).toString('hex');
      tokens.push(token);
      const codeHash = pairingCodeHash(membership.hubSecret, token);
      return [
        newEvent(
          pairingCodeMade,
          { subject: memberId, source: 'cli' },
          { member_id: memberId, code_hash: codeHash },
        ),
        newEvent(
          devicePaired,
          { subject: memberId, source: 'ha' },
          {
            device_id: randomUUID(),
            code_hash: codeHash,
            token_hash: hash('sha256', token, 'base64'),
            plugin: 'ha',
            name: 'bench',
          },
        ),
      ];
    });
    await appendAndWait(membership, events);
  }
  return tokens;
}
