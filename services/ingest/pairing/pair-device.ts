import { hash, randomBytes, randomUUID } from 'node:crypto';
import { pairingCodeHash } from '../../../projections/access/commands/pairing-code.ts';
import { nameLengthMax, storableText } from '../../../shared/domain/text.ts';
import { devicePaired } from '../../../shared/events/device-paired.ts';
import { newEvent } from '../../../shared/events/event.ts';
import { type Answer, rateLimited, refused } from '../http/answer.ts';
import type { Deadline } from '../http/deadline.ts';
import { endOfMembership } from '../http/end-of-membership.ts';
import type { PluginRequest } from '../http/plugin-request.ts';
import { readBody } from '../http/read-body.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import { createFailedPairings } from './failed-pairings.ts';

const tokenBytes = 32;

const wrongCode = refused(
  400,
  'wrong_code',
  'This pairing code is not valid: it is mistyped, used already or older than 5 minutes. Ask for a new one.',
);

/**
 * Pairs a device with the member whose code it sends. The `access` fold decides, so that of two devices with one code
 * the first in the log wins; the token is shown once, only its hash is kept.
 */
export function createPairing(
  deps: IngestDeps,
  monotonicNow: () => number,
): (request: PluginRequest, address: string) => Promise<Answer> {
  const failed = createFailedPairings();

  return async (request, address) => {
    const now = monotonicNow();
    const wait = failed.retryAfter(address, now);
    if (wait > 0) return rateLimited(wait, 'Too many attempts with a wrong code. Try again later.');
    const withdraw = failed.begin(address, now);
    try {
      const answer = await pair(deps, request);
      if (answer.status === 200) withdraw();
      return answer;
    } catch (error) {
      withdraw();
      throw error;
    }
  };
}

async function pair(deps: IngestDeps, request: PluginRequest): Promise<Answer> {
  const body = await readBody(request.body, request.encoding);
  if ('status' in body) return body;
  const { code } = body.json;
  if (typeof code !== 'string' || !/^[0-9]{5}$/.test(code)) return wrongCode;

  const codeHash = pairingCodeHash(deps.hubSecret, code);
  const memberId = await memberOfCode(deps, codeHash, request.deadline);
  if (memberId === null) return wrongCode;

  const deviceId = randomUUID();
  const token = randomBytes(tokenBytes).toString('hex');
  const tokenHash = hash('sha256', token, 'base64');
  const event = newEvent(
    devicePaired,
    { subject: memberId, source: 'ha' },
    {
      device_id: deviceId,
      code_hash: codeHash,
      token_hash: tokenHash,
      plugin: 'ha',
      name: storableText(`HA Exporter ${request.pluginVersion ?? ''}`.trim(), nameLengthMax),
    },
  );
  if (!(await isGranted(deps, event, request.deadline, tokenHash))) return wrongCode;
  return {
    status: 200,
    outcome: 'accepted',
    body: { ok: true, token, device_id: deviceId, name: deps.hubName },
  };
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
