import { createHash } from 'node:crypto';
import type { Database } from '../../../shared/postgres/database.ts';
import { signInMaxMs } from './started-sign-in.ts';

/** Longer than a state is open, because the clocks of two consoles differ. */
const keptMs = 2 * signInMaxMs;

/**
 * Stores for all consoles that a state came back from Discord.
 * @param now epoch ms
 * @returns whether this was the first use
 */
export async function consumeState(database: Database, state: string, now: number): Promise<boolean> {
  await database.run({
    text: 'delete from console.used_discord_state where used_at < $1',
    values: [now - keptMs],
  });
  const stored = await database.many({
    text: `insert into console.used_discord_state (state_hash, used_at) values ($1, $2)
           on conflict do nothing
           returning state_hash`,
    values: [createHash('sha256').update(state).digest('base64'), now],
  });
  return stored.length === 1;
}
