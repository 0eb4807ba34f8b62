import type { Directory } from '../../../projections/access/directory/directory.ts';
import { deleteContacts } from '../devices/device-contacts.ts';
import { deleteKeyUses } from '../keys/api-key-document.ts';
import type { OperationHub } from '../operation-hub.ts';
import { carryOutErasure } from './carry-out-erasure.ts';

/**
 * Finishes all erasures that were interrupted after their event. The directory no longer knows
 * which keys and devices an erased member had, so this deletes what belongs to no known key or
 * device.
 * @param directory with all events that were appended before the call
 */
export async function finishErasures(hub: OperationHub, directory: Directory): Promise<void> {
  const { erased, keysByPrefix, devicesByTokenHash } = directory;
  if (erased.size === 0) return;
  await deleteKeyUses(hub.database, '<> all', [...keysByPrefix.values().map(({ id }) => id)]);
  await deleteContacts(hub, '<> all', [...devicesByTokenHash.values().map(({ id }) => id)]);
  await carryOutErasure(hub, [...erased]);
}
