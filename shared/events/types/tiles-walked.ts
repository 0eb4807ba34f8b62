import { z } from 'zod';
import { defineEvent } from '../event.ts';

export const tilesWalked = defineEvent({
  type: 'tiles-walked',
  stream: 'hub.tiles',
  version: 1,
  description: 'Tiles on which a player was. Records of the same minutes add up.',
  appended:
    'with a report after three minutes, without a report after five minutes, at a logout, and at the stop of the process',
  key: 'account',
  schema: z.object({
    minute: z.int().nonnegative().describe('The minute of the first tile, since the epoch.'),
    tiles: z.base64().describe('Packed tiles (`shared/domain/pack-tiles.ts`).'),
  }),
});
