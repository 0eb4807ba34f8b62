import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { z } from 'zod';
import { recordInAudit } from '../../../../../shared/log/record-in-audit.ts';
import { describeError } from '../../../../../shared/logger.ts';
import type { Database } from '../../../../../shared/postgres/database.ts';
import { exportMember } from '../../../../operations/export-member.ts';
import { ConsoleError } from '../../console-error.ts';
import type { ConsoleServices } from '../../console-services.ts';
import { defineConsoleRoute } from '../../define-console-route.ts';

/** A client that takes nothing for so long is disconnected: its file holds a connection to the database. */
const stalledAfterMs = 30_000;
/** At once in this process, from before the first statement: each may hold one of the pool's three connections. */
const runningMax = 2;
const busyRetrySeconds = 10;

let running = 0;

/** The member's data as one file, once an hour. */
export const meExportRoute = defineConsoleRoute({
  method: 'POST',
  path: 'me/export',
  access: 'member',
  body: z.strictObject({}),
  handle: async ({ caller: { memberId } }, services) => {
    const { operations } = services;
    if (running >= runningMax) {
      throw new ConsoleError(
        'too_many',
        'others take their data out now: try again in a moment',
        busyRetrySeconds,
      );
    }
    running += 1;
    try {
      await claimHour(operations.database, memberId);
      await recordInAudit(operations.journal, {
        by: `member:${memberId}`,
        action: 'data-exported',
        about: [memberId],
        subject: memberId,
      });
    } catch (error) {
      running -= 1;
      throw error;
    }
    return {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="my-hub-data.json"',
      },
      body: fileOf(services, memberId),
    };
  },
});

/** @throws ConsoleError `too_many` */
async function claimHour(database: Database, memberId: string): Promise<void> {
  const taken = await database.maybeOne<{ seconds: number }>({
    text: `with claimed as (
             insert into console.export as e (member_id) values ($1)
             on conflict (member_id) do update set at = clock_timestamp()
               where e.at <= clock_timestamp() - interval '1 hour'
             returning 1
           )
           select ceil(extract(epoch from at + interval '1 hour' - clock_timestamp()))::int as seconds
           from console.export
           where member_id = $1 and not exists (select from claimed)`,
    values: [memberId],
  });
  if (taken === null) return;
  throw new ConsoleError('too_many', 'your data can be taken out once an hour', Math.max(1, taken.seconds));
}

/**
 * The file, written as fast as it is taken; `running` counts it until it is closed. Where that fails it ends without its end,
 * which is no JSON then.
 */
function fileOf(services: ConsoleServices, memberId: string): PassThrough {
  const { operations, clock, retention, logger } = services;
  const file = new PassThrough();
  const now = clock();
  const wish = { memberId, now, auditFrom: now - retention.AUDIT_LOG_RETENTION_DAYS };
  exportMember(operations, wish, (text) => put(file, text))
    .then(() => file.end())
    .catch((error: unknown) => {
      if (!file.destroyed) logger.error({ problem: describeError(error) }, 'a file of a member was cut off');
      file.destroy();
    });
  finished(file)
    .catch(() => {})
    .finally(() => {
      running -= 1;
    });
  return file;
}

/** @throws when the client left, or takes nothing */
async function put(file: PassThrough, text: string): Promise<void> {
  if (file.destroyed) throw new Error('the client left');
  if (file.write(text)) return;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stalled = setTimeout(() => reject(new Error('the client takes nothing')), stalledAfterMs);
  const leave = () => reject(new Error('the client left'));
  file.once('drain', resolve).once('close', leave);
  try {
    await promise;
  } finally {
    clearTimeout(stalled);
    file.off('drain', resolve).off('close', leave);
  }
}
