import { createHmac } from 'node:crypto';
import { OperatorError } from '../errors.ts';
import { type NewEvent, newEvent } from '../events/event.ts';
import { secretFingerprinted } from '../events/secret-fingerprinted.ts';
import type { EventLog } from './event-log.ts';
import { encodeEventValue } from './event-value.ts';
import { keyStreamEvent, readKeyStream } from './key-stream.ts';
import { logEntry } from './log-entry.ts';

/**
 * Binds a log to the hub secret it was first opened with: another secret would make other account ids and could open
 * nothing that is sealed (operations.md, Settings). The first fingerprint in the log counts; each has a key of its own,
 * so that compaction never drops the first in favour of a later one.
 * @throws OperatorError when the log was made with another secret
 */
export async function checkSecretFingerprint(log: EventLog, hubSecret: Buffer): Promise<void> {
  const own = secretFingerprint(hubSecret);
  const event = fingerprintEvent(own);
  const found = await firstFingerprint(log);
  if (found === null) await log.append([logEntry(event, encodeEventValue(event), null)]);
  const first = found ?? (await firstFingerprint(log));
  if (first === own) return;
  // Two secrets met on an empty log; the later one takes its record back.
  if (found === null) await log.append([logEntry(fingerprintEvent(own), null, null)]);
  throw wrongHubSecret();
}

/** Tells one secret from another, and nothing of either; base64. */
export function secretFingerprint(hubSecret: Buffer): string {
  const code = createHmac('sha256', hubSecret).update('hub secret fingerprint').digest();
  return code.subarray(0, 16).toString('base64');
}

export function wrongHubSecret(): OperatorError {
  return new OperatorError(
    'wrong_hub_secret',
    'HUB_SECRET is not the secret that this log was made with: set that one (DATA_DIR/secret where it was first started), or start with an empty database',
  );
}

async function firstFingerprint(log: EventLog): Promise<string | null> {
  let first: string | null = null;
  await readKeyStream(log, 0, (record) => {
    if (first !== null || record.type !== secretFingerprinted.type) return;
    const event = keyStreamEvent(record);
    if (event !== null) first = secretFingerprinted.schema.parse(event.data).fingerprint;
  });
  return first;
}

function fingerprintEvent(fingerprint: string): NewEvent {
  return newEvent(
    secretFingerprinted,
    { subject: 'hub', source: 'hub', part: `secret/${Buffer.from(fingerprint, 'base64').toString('hex')}` },
    { fingerprint },
  );
}
