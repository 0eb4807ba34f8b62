import { z } from 'zod';
import { Int32 } from '../domain/integer-schemas.ts';
import { type DataOf, defineEvent, type RecordKeyForm } from './event.ts';

const StoredItem = z.object({
  id: Int32.describe('The id of the item in the game.'),
  quantity: Int32.describe('How many.'),
});
const items = { items: z.array(StoredItem).describe('The items, in the order of the plugin.') };
const count = z.int();
const progress = {
  completed: count.describe('How many the account has.'),
  total: count.describe('How many the game has.'),
};
const Pet = z.object({
  id: Int32.describe('The id of the item in the game.'),
  name: z.string().nullable().describe('The name. Null: not sent.'),
});

/**
 * The possessions and achievements of an account. A holding is the smallest unit that plugins send
 * whole, and its last record counts. The log keeps holdings sealed on `hub.holdings`. The
 * catalogue, the adapters, ingest and the export of a member derive from this table. The order is
 * the order of events.
 *
 * rules/holdings.md#categories-of-holdings says to which categories holdings belong.
 */
export const holdings = {
  bank: holding('bank', 'The bank.', items),
  'shared-storage': holding(
    'shared-storage',
    'The storage of a group. It belongs to the member whose device reported it.',
    { account_id: z.string().describe('The account that the device reported.'), ...items },
    'member/part/account',
  ),
  'seed-vault': holding('seed-vault', 'The seed vault.', items),
  'potion-storage': holding('potion-storage', 'The stored potions. A quantity is a number of doses.', items),
  'rune-pouch': holding('rune-pouch', 'The rune pouch.', items),
  quiver: holding('quiver', 'The quiver.', items),
  'collection-log': holding(
    'collection-log',
    'The obtained items of the collection log by rising id, each with the last known count. Items are only added.',
    items,
  ),
  quests: holding('quests', 'The states of all quests.', {
    states: z.array(count).describe('By rising id of the quest: 0 in progress, 1 not started, 2 finished.'),
  }),
  diaries: holding('diaries', 'The tasks of diaries.', {
    variables: z
      .array(count)
      .describe('Variables of the game with a bit per task, in the order of the plugin.'),
  }),
  'collection-log-count': holding(
    'collection-log-count',
    'The number of items in the collection log.',
    progress,
  ),
  'combat-achievements': holding('combat-achievements', 'The points of combat achievements.', progress),
  'quest-count': holding('quest-count', 'The number of finished quests.', progress),
  'quest-points': holding('quest-points', 'The quest points.', progress),
  'diary-count': holding('diary-count', 'The number of finished tiers of diaries.', progress),
  'diary-tasks': holding('diary-tasks', 'The number of finished tasks of diaries.', progress),
  slayer: holding('slayer', 'The slayer rewards.', {
    points: count.describe('The slayer points.'),
    streak: count.describe('The number of slayer tasks in a row.'),
  }),
  pets: holding('pets', 'The pets.', { pets: z.array(Pet).describe('The pets.') }),
  'barbarian-assault': holding('barbarian-assault', 'The gambles at Barbarian Assault.', {
    high_gambles: count.describe('The number of high gambles.'),
  }),
} as const;

export type HoldingName = keyof typeof holdings;
export type HoldingData<Name extends HoldingName> = DataOf<(typeof holdings)[Name]>;

export const holdingNames = Object.keys(holdings) as HoldingName[];

/** @param fields of the data; `at` is the corrected time of the report, epoch ms */
function holding<Name extends string, Fields extends z.ZodRawShape>(
  name: Name,
  description: string,
  fields: Fields,
  key: RecordKeyForm = 'account/part',
) {
  return defineEvent({
    type: `${name}-reported`,
    stream: 'hub.holdings',
    version: 1,
    description,
    appended: 'when the holding changed, at most once a minute',
    key,
    schema: z.object({ at: z.int(), ...fields }),
  });
}
