import {
  readEventsOfSubject,
  readNewestOfSubject,
} from '../../../../shared/log/reading/read-events-of-subject.ts';
import type { IngestDeps } from '../../ingest-deps.ts';
import { isCollectionLog, type StoredLogs } from '../holdings/complete-holdings.ts';
import type { HoldingEvent } from '../holdings/events-of-holdings.ts';
import { withRecords } from '../holdings/holdings-memory.ts';
import { isFresh, type RememberedAccount } from './keep-accounts.ts';

type Deps = Pick<IngestDeps, 'journal' | 'clock' | 'isSoleProcess'>;

const stream = 'hub.holdings';

/**
 * Reads the subjects of these holdings from the log: once, or with several processes the new
 * records at every call.
 * @param now monotonic ms
 * @returns the stored collection logs, for holdings that are collection logs
 * @throws LogUnavailable
 */
export async function loadHoldings(
  deps: Deps,
  account: RememberedAccount,
  holdings: readonly Pick<HoldingEvent, 'type' | 'subject' | 'key'>[],
  now: number,
): Promise<StoredLogs> {
  const subjects = new Set(holdings.map(({ subject }) => subject));
  for (const subject of subjects) await readSubject(deps, account, subject, now);
  const logs = new Map();
  for (const { key, subject } of holdings.filter(isCollectionLog)) {
    const stored = (await readNewestOfSubject(deps.journal, stream, subject)).get(key);
    if (stored !== undefined) logs.set(key, stored.data);
  }
  return logs;
}

export async function readSubject(
  deps: Deps,
  account: RememberedAccount,
  subject: string,
  now: number,
): Promise<void> {
  const known = account.memory.holdings.read.get(subject);
  if (known !== undefined && isFresh(deps, now, { now, everyMs: 0 })) return;
  const { events, next } = await readEventsOfSubject(deps.journal, stream, subject, known?.next);
  // A failed append discards what is stored, so everything is read again.
  if (account.memory.holdings.read.get(subject) !== known) return readSubject(deps, account, subject, now);
  const read = { accountId: account.id, subject, events, next, now, at: deps.clock() };
  account.memory = { ...account.memory, holdings: withRecords(account.memory.holdings, read) };
}
