import { createHmac } from 'node:crypto';
import { OperatorError } from '../../errors/errors.ts';
import { type NewEvent, newEvent } from '../../events/event.ts';
import { secretFingerprinted } from '../../events/types/secret-fingerprinted.ts';
import type { EventLog } from '../event-log.ts';
import { encodeEventValue } from '../records/event-value.ts';
import { logEntry } from '../records/log-entry.ts';
import { keyStreamEvent, readKeyStream } from './key-stream.ts';

/**
 * Binds a log to the hub secret with which it was first opened. With another secret account ids would differ and nothing
 * sealed could be opened (operations.md, Settings). The first fingerprint in the log counts. Each fingerprint has its own
 * key, so that compaction never replaces the first by a later one.
 * @throws OperatorError when the log was made with another secret
 */
export async function checkSecretFingerprint(log: EventLog, hubSecret: Buffer): Promise<void> {
  const own = secretFingerprint(hubSecret);
  const event = fingerprintEvent(own);
  const found = await firstFingerprint(log);
  if (found === null) await log.append([logEntry(event, encodeEventValue(event), null)]);
  const first = found ?? (await firstFingerprint(log));
  if (first === own) return;
  // Two processes opened an empty log with different secrets; the later one withdraws its record.
  if (found === null) await log.append([logEntry(fingerprintEvent(own), null, null)]);
  throw wrongHubSecret();
}

/**
 * An id that a hub keeps for life: of the record that binds its log to its secret, which is there from the first start and
 * goes along when the log is moved or restored. @throws Error for a log that was never opened
 */
export async function readHubId(log: Pick<EventLog, 'ends' | 'read'>): Promise<string> {
  let id: string | null = null;
  // Processes that start at the same time append one each under the same key, of which compaction keeps the last.
  await readKeyStream(log, 0, (record) => {
    if (record.type === secretFingerprinted.type && record.value !== null) id = record.recordId;
  });
  if (id === null) throw new Error('the log was never opened with a secret');
  return id;
}

/** A fingerprint that differs between secrets and reveals nothing about them; base64. */
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
    if (record.type !== secretFingerprinted.type) return;
    const event = keyStreamEvent(record);
    if (event === null) return;
    first = secretFingerprinted.schema.parse(event.data).fingerprint;
    return 'found';
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
