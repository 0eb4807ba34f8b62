import { batchCalls } from '../../../shared/async/batch-calls.ts';
import { boundedCache } from '../../../shared/collections/bounded-cache.ts';
import { countKey } from '../../../shared/count-key.ts';
import { networkOfClient } from '../../../shared/http/client-address.ts';
import { DatabaseUnavailable } from '../../../shared/postgres/faults/database-unavailable.ts';
import type { IngestDeps } from '../ingest-deps.ts';

/**
 * Limits guesses of pairing codes (rules/member-limits.md#pairing-codes). An attempt counts as
 * failed until it succeeds, so simultaneous attempts are counted too.
 */
export interface PairingAttempts {
  /**
   * Counts by address, by network, and for all networks together.
   * @throws when the database does not answer, or too many attempts wait for it
   */
  count(address: string): Promise<CountedAttempt>;
}

export type CountedAttempt =
  | { readonly retryAfter: number }
  /** To be called when the attempt succeeded, or the hub failed. */
  | { readonly withdraw: () => Promise<void> };

/** `attempt` is null for an attempt that is refused for `wait_ms`. */
interface CountedRow {
  readonly attempt: number | null;
  readonly wait_ms: number;
}

interface Refusal {
  readonly until: number;
  readonly checkAgainAt: number;
}

const refusalsMax = 10_000;
/** Another process may withdraw an attempt, so a refusal may end early. */
const checkAgainMs = 5_000;
/** All addresses share this limit, which equals the default of `CONNECTIONS_PER_ADDRESS`. */
const waitingMax = {
  calls: 1_000,
  error: () => new DatabaseUnavailable('too many attempts to pair wait to be counted'),
};

/**
 * Anybody can send an attempt. So all attempts share one connection, and a refused address uses no
 * connection.
 * @param monotonicNow ms
 */
export function createPairingAttempts(
  deps: Pick<IngestDeps, 'database' | 'databaseNow' | 'hubSecret' | 'logger'>,
  monotonicNow: () => number,
): PairingAttempts {
  const { database, databaseNow, hubSecret, logger } = deps;
  /** By address. */
  const refusals = boundedCache<Refusal>(refusalsMax);

  const hashOf = (place: string) => countKey(hubSecret, 'pairing attempt', place);

  const countTogether = batchCalls(
    (addresses: readonly string[]): Promise<readonly CountedRow[]> =>
      database.many<CountedRow>({
        text: `select attempt, wait_ms
               from unnest($1::text[], $2::text[]) with ordinality as asked (address, network, place)
               cross join lateral hub.begin_pairing(asked.address, asked.network, $3)
               order by place`,
        values: [
          addresses.map(hashOf),
          addresses.map((address) => hashOf(networkOfClient(address))),
          databaseNow?.() ?? null,
        ],
      }),
    { oneAtATime: true, waitingMax },
  );

  const withdrawTogether = batchCalls(
    async (attempts: readonly number[]): Promise<readonly true[]> => {
      await database.run({
        text: 'delete from hub.pairing_attempt where id = any($1::bigint[])',
        values: [attempts],
      });
      // The withdrawal may allow attempts of other addresses.
      refusals.clear();
      return attempts.map(() => true);
    },
    { oneAtATime: true },
  );

  async function withdraw(attempt: number): Promise<void> {
    try {
      await withdrawTogether(attempt);
    } catch (error) {
      logger.warn({ err: error }, 'an attempt to pair that did not fail is still counted as failed');
    }
  }

  return {
    count: async (address) => {
      const now = monotonicNow();
      const refusal = refusals.get(address);
      if (refusal !== undefined && now < Math.min(refusal.until, refusal.checkAgainAt)) {
        return { retryAfter: secondsOf(refusal.until - now) };
      }
      const { attempt, wait_ms } = await countTogether(address);
      if (attempt !== null) return { withdraw: () => withdraw(attempt) };
      const refusedAt = monotonicNow();
      refusals.set(address, { until: refusedAt + wait_ms, checkAgainAt: refusedAt + checkAgainMs });
      return { retryAfter: secondsOf(wait_ms) };
    },
  };
}

function secondsOf(ms: number): number {
  return Math.ceil(ms / 1_000);
}
