import { CommandRefused } from '../../../projections/access/commands/command-event.ts';
import { pairingCodeHash } from '../../../projections/access/commands/devices/open-pairing-code.ts';
import { newDevice, pairDevice } from '../../../projections/access/commands/devices/pair-device.ts';
import { executeCommand } from '../../../projections/access/commands/execute-command.ts';
import type { Directory } from '../../../projections/access/directory/directory.ts';
import { nameLengthMax, storableText } from '../../../shared/domain/text.ts';
import { type Answer, rateLimited, refuseWith } from '../http/answer.ts';
import { readMembershipEnd } from '../http/authenticate-device.ts';
import type { BackgroundWork } from '../http/background-work.ts';
import type { Deadline } from '../http/deadline.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import type { PairingPath, PluginRequest } from '../plugin-adapter.ts';
import { type CountedAttempt, createPairingAttempts } from './pairing-attempts.ts';

const wrongCode = refuseWith(
  400,
  'wrong_code',
  'This pairing code is not valid: it is mistyped, used already or older than 5 minutes. Ask for a new code.',
);

export interface PairingAttempt {
  readonly path: PairingPath;
  /** The plugin's name in the log. */
  readonly source: string;
  readonly request: PluginRequest;
  readonly deadline: Deadline;
  /** Wrong codes are counted by address. */
  readonly address: string;
}

/**
 * The `access` fold decides: of two devices with the same code, the first in the log wins. Only the
 * hash of the token is stored.
 */
export function createPairing(
  deps: IngestDeps,
  {
    backgroundWork,
    monotonicNow,
  }: { readonly backgroundWork: BackgroundWork; readonly monotonicNow: () => number },
): (attempt: PairingAttempt) => Promise<Answer> {
  const attempts = createPairingAttempts(deps, monotonicNow);

  return async (attempt) => {
    const counting = attempts.count(attempt.address);
    const counted = await attempt.deadline.within(counting).catch((error: unknown) => {
      backgroundWork.track(withdrawLate(counting));
      throw error;
    });
    if ('retryAfter' in counted) {
      return rateLimited(counted.retryAfter, 'Too many attempts with a wrong code. Try again later.');
    }
    // The answer does not wait for the withdrawal: without an answer, a plugin sends its used code
    // again.
    try {
      const answer = await pair(deps, attempt);
      if (answer.outcome === 'accepted') backgroundWork.track(counted.withdraw());
      return answer;
    } catch (error) {
      backgroundWork.track(counted.withdraw());
      throw error;
    }
  };
}

/** The attempt was counted after its deadline: no code was wrong. */
async function withdrawLate(counting: Promise<CountedAttempt>): Promise<void> {
  const counted = await counting.catch(() => null);
  if (counted !== null && 'withdraw' in counted) await counted.withdraw();
}

async function pair(deps: IngestDeps, { path, source, request, deadline }: PairingAttempt): Promise<Answer> {
  const pairing = await path.readPairing(request);
  if ('status' in pairing) return pairing;
  const { code, deviceName } = pairing;
  if (code === null || !/^[0-9]{5}$/.test(code)) return wrongCode;

  const directory = await readDirectory(deps, deadline);
  const { token, ...device } = newDevice();
  try {
    const event = pairDevice(directory, {
      ...device,
      codeHash: pairingCodeHash(deps.hubSecret, code),
      plugin: source,
      name: storableText(deviceName, nameLengthMax),
    });
    await deadline.within(executeCommand(deps, event, { withinMs: deadline.remainingMs() }));
  } catch (error) {
    if (error instanceof CommandRefused) return wrongCode;
    throw error;
  }
  return path.granted({ token, deviceId: device.deviceId, hubName: deps.hubName });
}

/** Shows every code that was created before the request. */
async function readDirectory({ journal, directory }: IngestDeps, deadline: Deadline): Promise<Directory> {
  const end = await readMembershipEnd(journal, deadline);
  await directory.atLeast(end, deadline.remainingMs());
  // Throws for an old directory. Then the code stays unused.
  return directory.current();
}
