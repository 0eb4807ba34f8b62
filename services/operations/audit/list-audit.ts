import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { auditLogProjection } from '../../../projections/audit-log/projection.ts';
import type { OperationHub } from '../operation-hub.ts';
import { whileCurrent } from '../run-while-projecting.ts';
import { type EntryFilter, findEntries, type ShownEntry } from './find-audit-entries.ts';

/** Newest first. `older`: the id of the last entry, or null without older entries. */
export async function listAudit(
  hub: OperationHub,
  filter: EntryFilter,
): Promise<{ readonly entries: readonly ShownEntry[]; readonly older: string | null }> {
  const found = await whileCurrent(hub, [auditLogProjection], async () =>
    findEntries(hub, await readCurrent(hub), { ...filter, limit: filter.limit + 1 }),
  );
  const entries = found.slice(0, filter.limit);
  const older = found.length > entries.length ? (entries.at(-1)?.document.id ?? null) : null;
  return { entries, older };
}
