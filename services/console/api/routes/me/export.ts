import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { z } from 'zod';
import { recordInAudit } from '../../../../../shared/log/record-in-audit.ts';
import { describeError } from '../../../../../shared/logger.ts';
import { exportMember } from '../../../../operations/export-member.ts';
import { ConsoleError } from '../../console-error.ts';
import type { ConsoleServices } from '../../console-services.ts';
import { defineConsoleRoute } from '../../define-console-route.ts';
import { type ClaimedHour, claimHour, giveHourBack } from '../../export-hour.ts';

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
    if (running >= runningMax) {
      throw new ConsoleError(
        'too_many',
        'others take their data out now: try again in a moment',
        busyRetrySeconds,
      );
    }
    running += 1;
    let hour: ClaimedHour;
    try {
      hour = await claimRecorded(services, memberId);
    } catch (error) {
      running -= 1;
      throw error;
    }
    return {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="my-hub-data.json"',
      },
      body: fileOf(services, hour),
    };
  },
});

/** Claims the hour and says so in the audit log. @throws ConsoleError `too_many`; LogUnavailable, after giving it back */
async function claimRecorded(services: ConsoleServices, memberId: string): Promise<ClaimedHour> {
  const { operations } = services;
  const hour = await claimHour(operations.database, memberId);
  try {
    await recordInAudit(operations.journal, {
      by: `member:${memberId}`,
      action: 'data-exported',
      about: [memberId],
      subject: memberId,
    });
  } catch (error) {
    await giveHourBack(services, hour);
    throw error;
  }
  return hour;
}

/**
 * The file, written as fast as it is taken; `running` counts it until it is closed. Where that fails it ends without its end,
 * which is no JSON then. The hour is given back where the hub failed, and not to whoever left or took nothing: they would hold
 * one of the few places again and again.
 */
function fileOf(services: ConsoleServices, hour: ClaimedHour): PassThrough {
  const { operations, clock, retention, logger } = services;
  const file = new PassThrough();
  const now = clock();
  const wish = { memberId: hour.memberId, now, auditFrom: now - retention.AUDIT_LOG_RETENTION_DAYS };
  exportMember(operations, wish, (text) => put(file, text))
    .then(() => file.end())
    .catch(async (error: unknown) => {
      if (!file.destroyed) logger.error({ problem: describeError(error) }, 'a file of a member was cut off');
      // Before the file ends: whoever sees that it was cut off may ask at once.
      if (!file.destroyed && !(error instanceof ClientAway)) await giveHourBack(services, hour);
      file.destroy();
    });
  finished(file)
    .catch(() => {})
    .finally(() => {
      running -= 1;
    });
  return file;
}

/** The client left, or takes nothing. */
class ClientAway extends Error {
  override readonly name = 'ClientAway';
}

/** @throws ClientAway */
async function put(file: PassThrough, text: string): Promise<void> {
  if (file.destroyed) throw new ClientAway('the client left');
  if (file.write(text)) return;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stalled = setTimeout(() => reject(new ClientAway('the client takes nothing')), stalledAfterMs);
  const leave = () => reject(new ClientAway('the client left'));
  file.once('drain', resolve).once('close', leave);
  try {
    await promise;
  } finally {
    clearTimeout(stalled);
    file.off('drain', resolve).off('close', leave);
  }
}
