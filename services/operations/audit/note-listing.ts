import { boundedCache } from '../../../shared/collections/bounded-cache.ts';
import { minuteMs } from '../../../shared/domain/durations.ts';
import { type AuditEntryInput, recordInAudit } from '../../../shared/log/record-in-audit.ts';
import type { OperationHub } from '../operation-hub.ts';

/** Pages reload their lists: one entry covers all loads in this time. */
const notedForMs = 10 * minuteMs;
const listingsMax = 10_000;

/** Resolves when the note is in the log. @throws LogUnavailable */
export type NoteListing = (hub: Pick<OperationHub, 'journal'>, note: AuditEntryInput) => Promise<void>;

/** Notes the same list of the same actor once in ten minutes. */
export function createListingNotes(): NoteListing {
  const noted = boundedCache<true>(listingsMax, { ttl: notedForMs });
  return async ({ journal }, note) => {
    const listing = JSON.stringify([note.by, note.action, note.about]);
    if (noted.has(listing)) return;
    await recordInAudit(journal, note);
    noted.set(listing, true);
  };
}
