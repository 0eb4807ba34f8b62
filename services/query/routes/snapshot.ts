import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { accountFields, exampleFields, ReadableCategories, World } from '../schemas/account.ts';
import { listEnvelopeOf, listMetaOf, Timestamp } from '../schemas/envelope.ts';
import { dateTime } from '../schemas/parameters.ts';
import {
  exampleLocation,
  examplePresence,
  exampleVitals,
  GameState,
  GaugeSchema,
  itemsFields,
  locationFields,
  Spellbook,
  skillsFields,
} from '../schemas/state-sections.ts';

const Items = z
  .object({ ...itemsFields, updated_at: Timestamp })
  .nullable()
  .meta({ id: 'SnapshotItems' })
  .optional();

const SnapshotEntry = z
  .object({
    ...accountFields,
    categories: ReadableCategories,
    online: z.boolean().nullable().optional(),
    world: World.optional(),
    special_world: z.boolean().nullable().optional(),
    game_state: GameState.optional(),
    last_seen: Timestamp.nullable().optional(),
    hp: GaugeSchema.optional(),
    prayer: GaugeSchema.optional(),
    spellbook: Spellbook.optional(),
    location: z
      .object({ ...locationFields, updated_at: Timestamp })
      .nullable()
      .meta({ id: 'SnapshotLocation' })
      .optional(),
    skills: z.object(skillsFields).nullable().meta({ id: 'SnapshotSkills' }).optional(),
    equipment: Items,
    inventory: Items,
  })
  .meta({ id: 'SnapshotEntry' });

const SnapshotMeta = listMetaOf('SnapshotMeta', {
  last_modified: Timestamp.meta({ description: 'Pass it as `since` next time.' }),
});

export const snapshotRoute = defineRoute({
  operationId: 'getSnapshot',
  path: '/snapshot',
  tag: 'Accounts',
  summary: 'All accounts with their live state, to be polled',
  description:
    'Meant to be polled every 2 to 10 s with `If-None-Match`. A field whose category the key cannot read is left out. ' +
    'A field that the plugin never sent is null. With `since` the answer has the accounts that changed after this time ' +
    'or up to 30 s before it, and always the accounts without readable `activity`. It does ' +
    'not mention an account that the key can no longer see, so fetch without `since` now and then. ' +
    '`generated_at` is the time at which the body was built. It may differ in two bodies with the same ETag, for example from two replicas.',
  query: z.object({
    since: dateTime.optional().meta({
      description: "An earlier answer's `meta.last_modified`.",
      sample: '2026-09-14T18:22:07.431Z',
    }),
  }),
  endpointLimit: { limit: 1, windowMs: 1_000 },
  response: listEnvelopeOf('SnapshotResponse', SnapshotEntry, SnapshotMeta),
  example: {
    data: [
      {
        ...exampleFields,
        categories: ['activity', 'location_live'],
        ...examplePresence,
        ...exampleVitals,
        location: exampleLocation,
      },
    ],
    meta: {
      generated_at: '2026-09-14T18:22:09.100Z',
      count: 1,
      last_modified: '2026-09-14T18:22:07.431Z',
    },
  },
  statuses: [304],
  handle: ({ reader, query, headers }, { snapshots }) =>
    snapshots.answer(reader, { since: query.since, headers }),
});
