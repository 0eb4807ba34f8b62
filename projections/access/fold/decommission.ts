import type { decommissionSwitched } from '../../../shared/events/decommission-switched.ts';
import type { RecordedEventOf } from '../../../shared/events/event.ts';
import { type AccessTables, put } from './tables.ts';

/** Switching to where it stands keeps the time since when. */
export function switchDecommission(
  tables: AccessTables,
  event: RecordedEventOf<typeof decommissionSwitched>,
): AccessTables {
  const { on } = event.data;
  if (tables.decommission.get('hub')?.on === on) return tables;
  return put(tables, event, 'decommission', 'hub', { on, since: event.recordTime });
}
