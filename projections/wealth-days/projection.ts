import type { Projection } from '../../shared/projection/projection.ts';
import { evolveWealth, initialWealth, type WealthDaysEvent, type WealthState } from './fold.ts';
import { loadWealth, saveWealth } from './store.ts';

export const wealthDaysProjection: Projection<WealthState, WealthDaysEvent> = {
  name: 'wealth-days',
  version: { shape: 1, logic: 1 },
  streams: ['hub.gear'],
  migrations: new URL('./migrations/', import.meta.url),
  handles: ['gear-reported'],
  parks: 'subject',
  keyOf: (event) => event.subject,
  load: loadWealth,
  initial: () => initialWealth,
  evolve: evolveWealth,
  save: saveWealth,
};
