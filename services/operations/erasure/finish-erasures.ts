import type { Directory } from '../../../projections/access/directory/directory.ts';
import { deleteContactsOfOtherDevices } from '../devices/device-contacts.ts';
import { deleteUsesOfOtherKeys } from '../keys/api-key-last-used.ts';
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
  await deleteUsesOfOtherKeys(hub.database, [...keysByPrefix.values().map(({ id }) => id)]);
  await deleteContactsOfOtherDevices(hub, [...devicesByTokenHash.values().map(({ id }) => id)]);
  await carryOutErasure(hub, [...erased]);
}
