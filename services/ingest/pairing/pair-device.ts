import { carryOut } from '../../../projections/access/commands/carry-out.ts';
import { CommandRefused } from '../../../projections/access/commands/command-refused.ts';
import { devicePairing, newDevice } from '../../../projections/access/commands/device-pairing.ts';
import { pairingCodeHash } from '../../../projections/access/commands/pairing-code.ts';
import type { Directory } from '../../../projections/access/directory/directory.ts';
import { nameLengthMax, storableText } from '../../../shared/domain/text.ts';
import { type Answer, rateLimited, refuseWith } from '../http/answer.ts';
import { endOfMembership } from '../http/authenticate-device.ts';
import type { OngoingWork } from '../http/background-work.ts';
import type { Deadline } from '../http/deadline.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import type { PairingPath, PluginRequest } from '../plugin.ts';
import { createFailedPairings, type PairingTurn } from './pairing-attempts.ts';

const wrongCode = refuseWith(
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
  { ongoing, monotonicNow }: { readonly ongoing: OngoingWork; readonly monotonicNow: () => number },
): (attempt: PairingAttempt) => Promise<Answer> {
  const failed = createFailedPairings(deps, monotonicNow);

  return async (attempt) => {
    const beginning = failed.begin(attempt.address);
    const turn = await attempt.deadline.within(beginning).catch((error: unknown) => {
      ongoing.track(withdrawLate(beginning));
      throw error;
    });
    if ('retryAfter' in turn) {
      return rateLimited(turn.retryAfter, 'Too many attempts with a wrong code. Try again later.');
    }
    // The plugin does not wait for a withdrawal: it would ask once more, with a code that is used up.
    try {
      const answer = await pair(deps, attempt);
      if (answer.outcome === 'accepted') ongoing.track(turn.withdraw());
      return answer;
    } catch (error) {
      ongoing.track(turn.withdraw());
      throw error;
    }
  };
}

/** Takes out an attempt that may be counted after its request was given up: the hub failed, and no code was wrong. */
async function withdrawLate(beginning: Promise<PairingTurn>): Promise<void> {
  // What was not counted needs nothing.
  const turn = await beginning.catch(() => null);
  if (turn !== null && 'withdraw' in turn) await turn.withdraw();
}

async function pair(deps: IngestDeps, { path, source, request, deadline }: PairingAttempt): Promise<Answer> {
  const wish = await path.readPairing(request);
  if ('status' in wish) return wish;
  const { code, deviceName } = wish;
  if (code === null || !/^[0-9]{5}$/.test(code)) return wrongCode;

  const directory = await directoryNow(deps, deadline);
  const { token, ...device } = newDevice();
  try {
    const event = devicePairing(directory, {
      ...device,
      codeHash: pairingCodeHash(deps.hubSecret, code),
      plugin: source,
      name: storableText(deviceName, nameLengthMax),
    });
    await deadline.within(carryOut(deps, event, { withinMs: deadline.remainingMs() }));
  } catch (error) {
    if (error instanceof CommandRefused) return wrongCode;
    throw error;
  }
  return path.granted({ token, deviceId: device.deviceId, hubName: deps.hubName });
}

/** A directory that shows every code made before the request. */
async function directoryNow({ journal, directory }: IngestDeps, deadline: Deadline): Promise<Directory> {
  const end = await endOfMembership(journal, deadline);
  await directory.atLeast(end, deadline.remainingMs());
  // Throws where the directory is old, as when the database is away: the projection could not decide the pairing then, and
  // the code would be used up for nothing.
  return directory.current();
}
