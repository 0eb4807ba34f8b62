import { unlessAborted } from '../../../async/waiting.ts';
import type { Database } from '../../../postgres/database.ts';
import { fixOutput, type GenerationDigest } from '../../generations/generation-digest.ts';
import type { Projection } from '../../projection.ts';
import type { RowRetentionMsBySetting } from '../../upkeep/expire-rows.ts';
import { atBarrier, haveEqualPositions } from './barrier.ts';
import { type Comparison, compareTables } from './compare-tables.ts';
import { type FoundPair, findPair } from './find-pair.ts';
import { readClock, rowsNotExpiringSoon } from './rows-not-expiring-soon.ts';

export interface VerifyOptions {
  readonly database: Database;
  readonly projection: Projection;
  readonly retentionMsBySetting: RowRetentionMsBySetting;
  /** For the two generations to meet; 60 s when not given. */
  readonly withinMs?: number;
  /** Ends the verification without waiting for work that is under way. */
  readonly signal?: AbortSignal | undefined;
}

export interface Verification extends Pick<Comparison, 'tables' | 'differences'> {
  readonly live: GenerationDigest & { readonly generation: number };
  readonly candidate: GenerationDigest & { readonly generation: number };
  /** Whether all columns that both generations have are equal. */
  readonly equal: boolean;
}

const withinDefaultMs = 60_000;

/**
 * Compares the live generation with the generation that is to follow it, on one snapshot. Both wait
 * at the same position of every partition for less than 2 s, until the snapshot is taken.
 * @throws OperatorError when there is nothing to compare, or when the two do not meet
 */
export async function verifyGeneration(options: VerifyOptions): Promise<Verification> {
  const { database, projection, withinMs = withinDefaultMs, signal } = options;
  const pair = await findPair(database, projection.name);
  const comparing = atBarrier(database, pair, { withinMs, signal }, (release) =>
    compare(options, pair, release),
  );
  const verification = await unlessAborted(signal, comparing);
  await database.run({
    text: `update projection.generation
           set verified_with = $3
           where projection = $1 and generation = $2`,
    values: [projection.name, pair.candidate, verification.equal ? pair.live : null],
  });
  return verification;
}

async function compare(
  { database, projection, retentionMsBySetting }: VerifyOptions,
  pair: FoundPair,
  release: () => Promise<void>,
): Promise<Verification | null> {
  return database.transaction(
    async (tx) => {
      // The first statement takes the snapshot.
      const isLevel = await haveEqualPositions(tx, pair);
      const now = await readClock(tx);
      await release();
      if (!isLevel) return null;
      await fixOutput(tx);
      await tx.run({ text: 'set local statement_timeout = 0' });
      const compared = await compareTables(tx, {
        ...pair,
        projection,
        conditions: rowsNotExpiringSoon(projection, now, retentionMsBySetting),
      });
      return {
        live: { generation: pair.live, ...compared.live },
        candidate: { generation: pair.candidate, ...compared.candidate },
        equal: compared.tables.every(({ rows }) => rows === 0),
        tables: compared.tables,
        differences: compared.differences,
      };
    },
    { isolation: 'repeatable read' },
  );
}
