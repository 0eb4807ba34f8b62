import type { Device, Directory } from '../../../projections/access/directory/directory.ts';
import { partitionOf } from '../../../shared/events/streams.ts';
import type { PartitionEnds } from '../../../shared/log/event-log.ts';
import type { Journal } from '../../../shared/log/journal.ts';
import { findAccount, findDevice } from '../lookup.ts';
import { readRetention } from '../settings.ts';

/** Whose payloads are meant. */
export interface RawSelection {
  /** Id or name. */
  readonly account?: string;
  readonly device?: string;
}

/** Accounts and members, and the device, of a selection; null leaves it open. @throws OperatorError for unknown ones */
export function selected(directory: Directory, { account, device }: RawSelection) {
  const found = device === undefined ? null : findDevice(directory, device);
  const ofDevice = found === null ? null : subjectsOf(directory, found);
  const subjects = account === undefined ? ofDevice : new Set([findAccount(directory, account).id]);
  return { subjects, deviceId: found?.id ?? null };
}

/** The partitions of `hub.raw` in which these are, with their ends of now. */
export async function rawPlaces(
  { log }: Journal,
  subjects: ReadonlySet<string> | null,
): Promise<PartitionEnds[]> {
  const ends = await log.ends(['hub.raw']);
  if (subjects === null) return [...ends];
  const partitions = new Set([...subjects].map((subject) => partitionOf('hub.raw', subject)));
  return ends.filter(({ partition }) => partitions.has(partition));
}

/** What is older is not shown, also while it is not deleted yet. Epoch ms. */
export function rawKeptFrom(): number {
  return Date.now() - readRetention().RAW_PAYLOAD_RETENTION_HOURS;
}

/** Whose bodies a device may have sent: its member's accounts, and the member where no account was known. */
function subjectsOf({ accounts, identities }: Directory, { memberId }: Device): Set<string> {
  const subjects = new Set([memberId]);
  for (const { id, ownerId, contributorIds, blockedIds } of accounts.values()) {
    if (ownerId === memberId || contributorIds.includes(memberId) || blockedIds.includes(memberId))
      subjects.add(id);
  }
  for (const { accountId, memberIds } of identities.values())
    if (memberIds.has(memberId)) subjects.add(accountId);
  return subjects;
}
