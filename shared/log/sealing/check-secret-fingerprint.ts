import { createHmac } from 'node:crypto';
import { OperatorError } from '../../errors/errors.ts';
import { type NewEvent, newEvent } from '../../events/event.ts';
import { secretFingerprinted } from '../../events/types/secret-fingerprinted.ts';
import type { EventLog } from '../event-log.ts';
import { encodeEventValue } from '../records/event-value.ts';
import { logEntry } from '../records/log-entry.ts';
import { dataKeyStreamEvent, readDataKeyStream } from './data-key-stream.ts';

/**
 * Binds a log to the hub secret of its first start (operations.md, Settings). The first fingerprint
 * in the log counts. Each fingerprint has its own record key, so that compaction keeps the first.
 * @throws OperatorError when the log was created with another secret
 */
export async function checkSecretFingerprint(log: EventLog, hubSecret: Buffer): Promise<void> {
  const own = secretFingerprint(hubSecret);
  const event = fingerprintEvent(own);
  const found = await firstFingerprint(log);
  // When another process appends its fingerprint in the meantime, the log refuses the fingerprint
  // of the role of ingest.
  if (found === null) {
    await log.append([logEntry(event, encodeEventValue(event), null)]).catch(async (error) => {
      if ((await firstFingerprint(log)) === null) throw error;
    });
  }
  const first = found ?? (await firstFingerprint(log));
  if (first === own) return;
  // Two processes opened an empty log with different secrets: the later process withdraws.
  if (found === null) await log.append([logEntry(fingerprintEvent(own), null, null)]);
  throw wrongHubSecretError();
}

/**
 * The id of the record that binds the log to its secret. The id stays when the log is moved or
 * restored.
 * @throws Error for a log that was never opened
 */
export async function readHubId(log: Pick<EventLog, 'ends' | 'read'>): Promise<string> {
  let id: string | null = null;
  // Processes with the same secret append records with the same record key. Compaction keeps only
  // the last of these records, so the last id counts.
  await readDataKeyStream(log, 0, (record) => {
    if (record.type === secretFingerprinted.type && record.value !== null) id = record.recordId;
  });
  if (id === null) throw new Error('the log was never opened with a secret');
  return id;
}

/** Base64; reveals nothing about the secret. */
export function secretFingerprint(hubSecret: Buffer): string {
  const code = createHmac('sha256', hubSecret).update('hub secret fingerprint').digest();
  return code.subarray(0, 16).toString('base64');
}

export function wrongHubSecretError(): OperatorError {
  return new OperatorError(
    'wrong_hub_secret',
    "HUB_SECRET is not the secret of this log: set the secret of the hub's first start (the file secret in its DATA_DIR), or start with an empty database",
  );
}

async function firstFingerprint(log: EventLog): Promise<string | null> {
  let first: string | null = null;
  await readDataKeyStream(log, 0, (record) => {
    if (record.type !== secretFingerprinted.type) return;
    const event = dataKeyStreamEvent(record);
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
