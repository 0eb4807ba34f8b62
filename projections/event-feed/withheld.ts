import { z } from 'zod';
import { cutsOf } from '../../shared/json-text.ts';

const Cuts = z.array(z.int());

/**
 * Cuts in the text of an event, for a reader who is not allowed to read the place, the world, or
 * both. Each list has the start and the end of each cut in turn.
 */
export const Withheld = z.object({ place: Cuts, world: Cuts, both: Cuts });
export type Withheld = z.infer<typeof Withheld>;

/** See rules/visibility.md#event-data. */
const placeKeys = new Set(['location', 'locationTrail', 'regionId']);
const worldKeys = new Set(['world', 'worldTypes']);
const bothKeys = placeKeys.union(worldKeys);
/** A quick search, also for keys that are written with escapes. */
const possibleWithheldKey = /location|regionId|world|\\u/;

/** Null when every reader of events may read all of it. */
export function findWithheld(text: string): Withheld | null {
  if (!possibleWithheldKey.test(text)) return null;
  const both = cutsOf(text, bothKeys);
  return both.length === 0 ? null : { place: cutsOf(text, placeKeys), world: cutsOf(text, worldKeys), both };
}
