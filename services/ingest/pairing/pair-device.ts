import { hash, randomBytes, randomUUID } from 'node:crypto';
import { pairingCodeHash } from '../../../projections/access/commands/pairing-code.ts';
import { nameLengthMax, storableText } from '../../../shared/domain/text.ts';
import { devicePaired } from '../../../shared/events/device-paired.ts';
import { newEvent } from '../../../shared/events/event.ts';
import { type Answer, rateLimited, refused } from '../http/answer.ts';
import type { Deadline } from '../http/deadline.ts';
import { endOfMembership } from '../http/end-of-membership.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import type { PairingPath, PluginRequest } from '../plugin.ts';
import { createFailedPairings } from './failed-pairings.ts';

const tokenBytes = 32;

const wrongCode = refused(
  400,
  'wrong_code',
  'This pairing code is not valid: it is mistyped, used already or older than 5 minutes. Ask for a new one.',
);

/** A request to be paired, before its body is read. */
export interface PairingAttempt {
  readonly path: PairingPath;
  /** The plugin, as the log names it. */
  readonly source: string;
  readonly request: PluginRequest;
  readonly deadline: Deadline;
  /** Where it came from: wrong codes are counted by address. */
  readonly address: string;
}

/**
 * Pairs a device with the member whose code it sends. The `access` fold decides, so that of two devices with one code
 * the first in the log wins; the token is shown once, only its hash is kept.
 */
export function createPairing(
  deps: IngestDeps,
  monotonicNow: () => number,
): (attempt: PairingAttempt) => Promise<Answer> {
  const failed = createFailedPairings();

  return async (attempt) => {
    const { address } = attempt;
    const now = monotonicNow();
    const wait = failed.retryAfter(address, now);
    if (wait > 0) return rateLimited(wait, 'Too many attempts with a wrong code. Try again later.');
    const withdraw = failed.begin(address, now);
    try {
      const answer = await pair(deps, attempt);
      if (answer.outcome === 'accepted') withdraw();
      return answer;
    } catch (error) {
      withdraw();
      throw error;
    }
  };
}

async function pair(deps: IngestDeps, { path, source, request, deadline }: PairingAttempt): Promise<Answer> {
  const wish = await path.readPairing(request);
  if ('status' in wish) return wish;
  const { code, deviceName } = wish;
  if (code === null || !/^[0-9]{5}$/.test(code)) return wrongCode;

  const codeHash = pairingCodeHash(deps.hubSecret, code);
  const memberId = await memberOfCode(deps, codeHash, deadline);
  if (memberId === null) return wrongCode;

  const deviceId = randomUUID();
  const token = randomBytes(tokenBytes).toString('hex');
  const tokenHash = hash('sha256', token, 'base64');
  const event = newEvent(
    devicePaired,
    { subject: memberId, source },
    {
      device_id: deviceId,
      code_hash: codeHash,
      token_hash: tokenHash,
      plugin: source,
      name: storableText(deviceName, nameLengthMax),
    },
  );
  if (!(await isGranted(deps, event, deadline, tokenHash))) return wrongCode;
  return path.granted({ token, deviceId, hubName: deps.hubName });
}

/**
 * Whose code it is, by a directory that shows every code made before the request; null when it is nobody's, or used.
 * A guess is refused here, or 60 a minute would be kept for ever. Whether the code has expired is for the fold to say.
 */
async function memberOfCode(
  { journal, directory }: IngestDeps,
  codeHash: string,
  deadline: Deadline,
): Promise<string | null> {
  const end = await endOfMembership(journal, deadline);
  await directory.atLeast(end, deadline.remainingMs());
  // Of a database that is away: nobody would decide the pairing, and the code would be used up for nothing.
  const code = directory.current().pairingCodes.get(codeHash);
  return code === undefined || code.deviceId !== null ? null : code.memberId;
}

async function isGranted(
  { journal, directory }: IngestDeps,
  event: ReturnType<typeof newEvent>,
  deadline: Deadline,
  tokenHash: string,
): Promise<boolean> {
  const [position] = await deadline.within(journal.append([event], { deadlineMs: deadline.remainingMs() }));
  const decided = await directory.atLeast((position?.offset ?? 0) + 1, deadline.remainingMs());
  return decided.devicesByTokenHash.has(tokenHash);
}
