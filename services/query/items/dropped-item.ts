import { z } from 'zod';
import type { ItemOfDrops } from '../../../projections/event-feed/queries/account-drops.ts';
import { Int32, Int64 } from '../../../shared/domain/integer-schemas.ts';
import { Timestamp, timestamp } from '../schemas/envelope.ts';

export const DroppedItem = z
  .object({
    id: Int32.nullable().meta({
      description: 'Null for an item that was reported only by its name.',
    }),
    name: z.string().nullable(),
    quantity: Int32.nullable(),
    value_gp: Int64.nullable(),
    first_at: Timestamp,
    last_at: Timestamp,
  })
  .meta({ id: 'DroppedItem' });
export type DroppedItem = z.infer<typeof DroppedItem>;

export function droppedItem<Item extends ItemOfDrops>({ id, first_at, last_at, ...item }: Item) {
  return {
    ...{ id: id < 0 ? null : id, ...item },
    ...{ first_at: timestamp(first_at), last_at: timestamp(last_at) },
  };
}
