import type { Projection } from '../../shared/projection/projection.ts';
import { type EquipmentHistoryEvent, evolveWorn, initialWorn, type WornState } from './fold.ts';
import { loadWorn, saveWorn } from './store.ts';

export const equipmentHistoryProjection: Projection<WornState, EquipmentHistoryEvent> = {
  name: 'equipment-history',
  version: { shape: 1, logic: 2 },
  streams: ['hub.gear'],
  migrations: new URL('./migrations/', import.meta.url),
  handles: ['gear-reported'],
  parks: 'subject',
  keyOf: (event) => event.subject,
  load: loadWorn,
  initial: () => initialWorn,
  evolve: evolveWorn,
  save: saveWorn,
};
