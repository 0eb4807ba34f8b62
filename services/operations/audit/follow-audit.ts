import { minuteMs } from '../../../shared/domain/durations.ts';
import type { EntryFilter, ShownEntry } from './find-audit-entries.ts';

/** Newest first. */
type Find = (page: Pick<EntryFilter, 'from' | 'before' | 'limit'>) => Promise<readonly ShownEntry[]>;

export interface NewEntries {
  /** Oldest first. */
  readonly entries: readonly ShownEntry[];
  /** False when too many entries arrived at once: the oldest are left out. */
  readonly isWhole: boolean;
}

const pageEntries = 1_000;
const pagesMax = 100;
/**
 * Partitions are projected in any order, so an entry may arrive this much later than newer entries.
 */
const lateMs = minuteMs;

/**
 * The first call returns the newest `limit` entries since `from` (epoch ms). Later calls return new
 * entries, at most 100,000. No entry is returned twice.
 */
export function followAudit(
  find: Find,
  { from: since, limit }: Pick<EntryFilter, 'from' | 'limit'>,
): () => Promise<NewEntries> {
  const timesOfKnownEntries = new Map<string, number>();
  let [from, isFirst] = [since, true];

  async function findAll(before: string | null): Promise<{ found: ShownEntry[]; isWhole: boolean }> {
    const found: ShownEntry[] = [];
    for (let pages = 0; pages < pagesMax; pages += 1) {
      const page = await find({ from, before: found.at(-1)?.document.id ?? before, limit: pageEntries });
      found.push(...page);
      if (page.length < pageEntries) return { found, isWhole: true };
    }
    return { found, isWhole: false };
  }

  function know(found: readonly ShownEntry[]): void {
    for (const { document } of found) timesOfKnownEntries.set(document.id, Date.parse(document.at));
    const [newest] = found;
    if (newest !== undefined) from = Math.max(from, Date.parse(newest.document.at) - lateMs);
    for (const [id, at] of timesOfKnownEntries) if (at < from) timesOfKnownEntries.delete(id);
  }

  async function first(): Promise<NewEntries> {
    const found = await find({ from, before: null, limit });
    isFirst = false;
    know(found);
    const last = found.at(-1);
    if (last !== undefined && found.length === limit) know((await findAll(last.document.id)).found);
    return { entries: found.toReversed(), isWhole: true };
  }

  async function next(): Promise<NewEntries> {
    const { found, isWhole } = await findAll(null);
    const fresh = found.filter(({ document }) => !timesOfKnownEntries.has(document.id));
    know(found);
    return { entries: fresh.toReversed(), isWhole };
  }

  return () => (isFirst ? first() : next());
}
