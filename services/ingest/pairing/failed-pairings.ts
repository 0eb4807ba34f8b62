import { networkOfClient } from '../../../shared/client-address.ts';
import { countKey } from '../../../shared/count-key.ts';
import type { IngestDeps } from '../ingest-deps.ts';

/**
 * Limits guessing of pairing codes, of which there are only 100,000: counted in the database, for all processes together
 * (decisions.md, Limits of what one member can do). An attempt counts as failed until it is known not to be, so that
 * attempts side by side do not slip past.
 */
export interface FailedPairings {
  /**
   * Counts an attempt, unless its address, its network or all networks have made too many.
   * @throws when the database does not answer
   */
  begin(address: string): Promise<PairingTurn>;
}

export type PairingTurn =
  | { readonly retryAfter: number }
  /** Takes the attempt out of the count: it succeeded, or the hub failed. */
  | { readonly withdraw: () => Promise<void> };

export function createFailedPairings(
  deps: Pick<IngestDeps, 'database' | 'databaseNow' | 'hubSecret' | 'logger'>,
): FailedPairings {
  const { database, databaseNow, hubSecret, logger } = deps;

  const stored = (place: string) => countKey(hubSecret, 'pairing attempt', place);

  async function withdraw(attempt: number): Promise<void> {
    try {
      await database.run({ text: 'delete from hub.pairing_attempt where id = $1', values: [attempt] });
    } catch (error) {
      logger.warn({ err: error }, 'an attempt to pair that did not fail goes on being counted as one');
    }
  }

  return {
    begin: async (address) => {
      const { attempt, wait_ms } = await database.one<{ attempt: number | null; wait_ms: number }>({
        text: 'select attempt, wait_ms from hub.begin_pairing($1, $2, $3)',
        values: [stored(address), stored(networkOfClient(address)), databaseNow?.() ?? null],
      });
      if (attempt === null) return { retryAfter: Math.ceil(wait_ms / 1_000) };
      return { withdraw: () => withdraw(attempt) };
    },
  };
}
