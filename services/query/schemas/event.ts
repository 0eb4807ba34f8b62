import { z } from 'zod';
import { gameEventDetails } from '../../../shared/events/types/game-event-recorded.ts';
import { AccountRef } from './account-ref.ts';
import { Timestamp } from './envelope.ts';
import { openEnum } from './open-enum.ts';

const knownTypes = [
  'loot',
  'pk_loot',
  'death',
  'level_up',
  'collection_log',
  'superior_spawn',
  'achievement_diary',
  'combat_task',
];

/** An event of the feed (read-api.md 2.10). */
export const Event = z
  .object({
    id: z.uuid(),
    type: openEnum('EventType', knownTypes, 'A type that the hub does not know is passed through.'),
    account: AccountRef,
    occurred_at: Timestamp.meta({ description: 'When it happened in game.' }),
    received_at: Timestamp.meta({ description: 'When the hub received it.' }),
    ...gameEventDetails,
    special_world: z.boolean().meta({ description: 'Whether the player is another character on the world.' }),
    data: z.record(z.string(), z.unknown()).meta({
      description:
        "The plugin's own event as sent, with every digit of its numbers. Mostly `{type, data, eventId, timestamp}`; for `level_up`, `data` is a list of one element. For plugins that send a message for each event, it is this message without `playerName`, `accountType` and `embeds`, and `extra` says what happened. Always left out, at any depth: `accountHash`, `dinkAccountHash` and `discordUser`. Left out unless the key reads `location_live` or `location_history` of the account: `location`, `locationTrail` and `regionId`. Left out unless the key reads `activity` of the account: `world` and `worldTypes`. Data over 16 KiB is `{type, eventId, timestamp, dropped}`. Events that a hub of release 0.1.0 received are `{type, data}`.",
    }),
    title: z.string(),
    line: z.string(),
  })
  .meta({ id: 'Event' });

export const eventExample: z.infer<typeof Event> = {
  id: '5b0f8a52-3f58-8b0e-9d6b-0d1d3a0b7c11',
  type: 'loot',
  account: { id: '4fK2mQ9xTz0b', name: 'Quillon Fen' },
  occurred_at: '2026-09-14T18:22:06.800Z',
  received_at: '2026-09-14T18:22:07.031Z',
  value_gp: 2_329_167,
  item_id: 12_922,
  npc_id: 2_042,
  skill: null,
  level: null,
  tier: null,
  points: null,
  special_world: false,
  data: {
    type: 'loot',
    data: { totalValue: 2_329_167, type: 'NPC', npcId: 2_042, source: { text: 'Zulrah' } },
    eventId: '0d6e3f2a-91b4-4c58-8f7a-2b1c9e5d4a30',
    timestamp: 1_789_410_126_800,
  },
  title: 'Loot: Tanzanite fang',
  line: 'Quillon Fen received Tanzanite fang (2.3M) from Zulrah',
};
