import { holdingEntries } from '../../facts/facts.ts';
import type { MessageKind } from '../../plugin-adapter.ts';
import type { GroupMemberUpdate } from './read-update.ts';

export const groupMessageKinds: readonly MessageKind[] = [
  { kind: 'stats', title: 'Hit points and prayer' },
  { kind: 'coordinates', title: 'Location' },
  { kind: 'skills', title: 'Skills' },
  { kind: 'equipment', title: 'Equipment' },
  { kind: 'inventory', title: 'Inventory' },
  { kind: 'holdings', title: 'Bank, storages, quests, diaries and collection log' },
];

export function kindsOfUpdate(update: GroupMemberUpdate): string[] {
  const { hitpoints, prayer, place, skills, equipment, inventory, holdings } = update;
  return [
    ...((hitpoints ?? prayer) === null ? [] : ['stats']),
    ...(place === null ? [] : ['coordinates']),
    ...(skills.length === 0 ? [] : ['skills']),
    ...(equipment === null ? [] : ['equipment']),
    ...(inventory === null ? [] : ['inventory']),
    ...(holdingEntries(holdings).length === 0 ? [] : ['holdings']),
  ];
}
