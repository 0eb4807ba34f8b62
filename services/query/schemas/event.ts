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
    type: openEnum('EventType', knownTypes, 'A type that the hub does not know is what the plugin sent.'),
    account: AccountRef,
    occurred_at: Timestamp.meta({ description: 'When it happened in game.' }),
    received_at: Timestamp.meta({ description: 'When the hub received it.' }),
    ...gameEventDetails,
    special_world: z.boolean().meta({ description: 'On a world on which the player is another character.' }),
    data: z.record(z.string(), z.unknown()).meta({
      description:
        "The plugin's own event as sent, with every digit of its numbers: `{type, data, eventId, timestamp}`, of `level_up` with `data` as a list of one; of plugins that send a message for each event, that message without `playerName`, `accountType` and `embeds`, with what happened in `extra`. Left out at any depth: `accountHash`, `dinkAccountHash` and `discordUser`; `location`, `locationTrail` and `regionId` unless the key reads `location_live` or `location_history` of the account; `world` and `worldTypes` unless it reads `activity`. Over 16 KiB it is `{type, eventId, timestamp, dropped}`. Events that a hub of 0.1.0 received are `{type, data}`.",
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
