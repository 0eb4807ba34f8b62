import type { Projection } from '../../shared/projection/projection.ts';
import { evolveXp, initialXp, type XpHistoryEvent, type XpState } from './fold.ts';
import { loadXp, saveXp } from './store.ts';
import { samplesNeededFrom } from './tier.ts';

export const xpHistoryProjection: Projection<XpState, XpHistoryEvent> = {
  name: 'xp-history',
  version: { shape: 4, logic: 2 },
  readsShapes: [2],
  streams: ['hub.xp'],
  migrations: new URL('./migrations/', import.meta.url),
  special: { ingestReads: [{ table: 'skill' }] },
  handles: ['xp-reported', 'xp-corrected'],
  retention: {
    setting: 'XP_RAW_RETENTION_DAYS',
    table: 'sample_5m',
    column: 'bucket',
    neededFrom: samplesNeededFrom,
  },
  parks: 'subject',
  keyOf: (event) => event.subject,
  load: loadXp,
  initial: () => initialXp,
  evolve: evolveXp,
  save: saveXp,
};
