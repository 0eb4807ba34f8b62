import { batchCalls } from '../../../shared/async/batch-calls.ts';
import { boundedCache } from '../../../shared/collections/bounded-cache.ts';
import { countKey } from '../../../shared/count-key.ts';
import { networkOfClient } from '../../../shared/http/client-address.ts';
import { DatabaseUnavailable } from '../../../shared/postgres/faults/database-unavailable.ts';
import type { IngestDeps } from '../ingest-deps.ts';

/**
 * Limits guessing of pairing codes, of which there are only 100,000: counted in the database, for all processes together
 * (decisions.md, Limits of what one member can do). An attempt counts as failed until it is known not to be, so that
 * attempts side by side do not slip past.
 */
export interface FailedPairings {
  /**
   * Counts an attempt, unless its address, its network or all networks have made too many.
   * @throws when the database does not answer, or too many attempts wait for it
   */
  begin(address: string): Promise<PairingTurn>;
}

export type PairingTurn =
  | { readonly retryAfter: number }
  /** Takes the attempt out of the count: it succeeded, or the hub failed. */
  | { readonly withdraw: () => Promise<void> };

/** What the database says of an attempt: its number, or how long until it may be made. */
interface CountedRow {
  readonly attempt: number | null;
  readonly wait_ms: number;
}

interface Refusal {
  readonly until: number;
  readonly askAgainAt: number;
}

/** More addresses than these cost a statement again. */
const refusalsMax = 10_000;
/** An attempt that another process withdraws may make room earlier than a refusal said. */
const askAgainMs = 5_000;
/** About four addresses with as many connections as one may have; they are counted within 0.2 s. */
const waitingMax = {
  calls: 1_000,
  error: () => new DatabaseUnavailable('too many attempts to pair wait to be counted'),
};

/**
 * Nobody needs a credential to make attempts, so they take one connection at a time however many they are, and those of
 * an address that was refused none: others wait for the same connections.
 * @param monotonicNow ms
 */
export function createFailedPairings(
  deps: Pick<IngestDeps, 'database' | 'databaseNow' | 'hubSecret' | 'logger'>,
  monotonicNow: () => number,
): FailedPairings {
  const { database, databaseNow, hubSecret, logger } = deps;
  /** By address. */
  const refusals = boundedCache<Refusal>(refusalsMax);

  const stored = (place: string) => countKey(hubSecret, 'pairing attempt', place);

  const countTogether = batchCalls(
    (addresses: readonly string[]): Promise<readonly CountedRow[]> =>
      database.many<CountedRow>({
        text: `select attempt, wait_ms
               from unnest($1::text[], $2::text[]) with ordinality as asked (address, network, place)
               cross join lateral hub.begin_pairing(asked.address, asked.network, $3)
               order by place`,
        values: [
          addresses.map(stored),
          addresses.map((address) => stored(networkOfClient(address))),
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
      // There is room again: for its address, for its network, and for all.
      refusals.clear();
      return attempts.map(() => true);
    },
    { oneAtATime: true },
  );

  async function withdraw(attempt: number): Promise<void> {
    try {
      await withdrawTogether(attempt);
    } catch (error) {
      logger.warn({ err: error }, 'an attempt to pair that did not fail goes on being counted as one');
    }
  }

  return {
    begin: async (address) => {
      const now = monotonicNow();
      const refusal = refusals.get(address);
      if (refusal !== undefined && now < Math.min(refusal.until, refusal.askAgainAt)) {
        return { retryAfter: secondsOf(refusal.until - now) };
      }
      const { attempt, wait_ms } = await countTogether(address);
      if (attempt !== null) return { withdraw: () => withdraw(attempt) };
      const refusedAt = monotonicNow();
      refusals.set(address, { until: refusedAt + wait_ms, askAgainAt: refusedAt + askAgainMs });
      return { retryAfter: secondsOf(wait_ms) };
    },
  };
}

/** Rounded up, as Retry-After says it. */
function secondsOf(ms: number): number {
  return Math.ceil(ms / 1_000);
}
