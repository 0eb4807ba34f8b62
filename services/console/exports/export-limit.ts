import { hourMs } from '../../../shared/domain/durations.ts';
import { describeError, type Logger } from '../../../shared/observability/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { ConsoleError } from '../console-error.ts';

/** The member's export of this hour, by the time that the database has for it. */
export interface ExportClaim {
  readonly memberId: string;
  readonly claimedAt: string;
}

/** Forgets the members whose hour is over, who may have been erased since. To be called each minute. */
export async function deleteExpiredExportClaims(database: Database): Promise<void> {
  // What another console deletes or a request claims at this moment is left to it: two of them would wait for each other.
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
  // Without a row another request of the member claimed it at the same time.
  const seconds = claim?.seconds ?? hourMs / 1_000;
  throw new ConsoleError('too_many', 'your data can be taken out once an hour', Math.max(1, seconds));
}

/** For a member who got no file through no fault of theirs. */
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
      'a member without a file has to wait an hour for the next',
    );
  }
}
