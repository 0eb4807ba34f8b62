import { hourMs } from '../../../shared/domain/durations.ts';
import { describeError, type Logger } from '../../../shared/observability/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { ConsoleError } from '../console-error.ts';

/** `claimedAt` is a time of the database. */
export interface ExportClaim {
  readonly memberId: string;
  readonly claimedAt: string;
}

/** Deletes claims older than an hour, because their members may be erased. */
export async function deleteExpiredExportClaims(database: Database): Promise<void> {
  // Skips rows that another console deletes or claims: the two consoles could wait for each other.
  await database.run({
    text: `delete from console.export
           where member_id in (
             select member_id from console.export
             where at <= clock_timestamp() - interval '1 hour'
             for update skip locked
           )`,
  });
}

/** @throws ConsoleError `too_many` */
export async function claimExport(database: Database, memberId: string): Promise<ExportClaim> {
  const claim = await database.maybeOne<{ claimedAt: string | null; seconds: number | null }>({
    text: `with claimed as (
             insert into console.export as e (member_id) values ($1)
             on conflict (member_id) do update set at = clock_timestamp()
               where e.at <= clock_timestamp() - interval '1 hour'
             returning at
           )
           select at::text as "claimedAt", null::int as seconds from claimed
           union all
           select null, ceil(extract(epoch from at + interval '1 hour' - clock_timestamp()))::int
           from console.export
           where member_id = $1 and not exists (select from claimed)`,
    values: [memberId],
  });
  const claimedAt = claim?.claimedAt ?? null;
  if (claimedAt !== null) return { memberId, claimedAt };
  // No row: another request of the member claims it at this moment.
  const seconds = claim?.seconds ?? hourMs / 1_000;
  throw new ConsoleError('too_many', 'you can export your data once an hour', Math.max(1, seconds));
}

/** Logs a failure and does not throw. */
export async function releaseExportClaim(
  { operations, logger }: { readonly operations: { readonly database: Database }; readonly logger: Logger },
  claim: ExportClaim,
): Promise<void> {
  try {
    await operations.database.run({
      text: 'delete from console.export where member_id = $1 and at = $2::timestamptz',
      values: [claim.memberId, claim.claimedAt],
    });
  } catch (error) {
    logger.warn(
      { problem: describeError(error) },
      'the claim of a failed export stays, so the member has to wait an hour',
    );
  }
}
