import type { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { z } from 'zod';
import { recordInAudit } from '../../../../../shared/log/record-in-audit.ts';
import { describeError } from '../../../../../shared/observability/logger.ts';
import { exportMember } from '../../../../operations/members/export-member.ts';
import { ConsoleError } from '../../../console-error.ts';
import { createDownloadStream, DownloadAborted } from '../../../exports/download-stream.ts';
import { claimExport, type ExportClaim, releaseExportClaim } from '../../../exports/export-limit.ts';
import type { ConsoleServices } from '../../console-services.ts';
import { defineConsoleRoute } from '../../define-console-route.ts';

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
    let claim: ExportClaim;
    try {
      claim = await claimRecorded(services, memberId);
    } catch (error) {
      running -= 1;
      throw error;
    }
    return {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="my-hub-data.json"',
      },
      body: fileOf(services, claim),
    };
  },
});

/** Claims the hour and says so in the audit log. @throws ConsoleError `too_many`; LogUnavailable, after giving it back */
async function claimRecorded(services: ConsoleServices, memberId: string): Promise<ExportClaim> {
  const { operations } = services;
  const claim = await claimExport(operations.database, memberId);
  try {
    await recordInAudit(operations.journal, {
      by: `member:${memberId}`,
      action: 'data-exported',
      about: [memberId],
      subject: memberId,
    });
  } catch (error) {
    await releaseExportClaim(services, claim);
    throw error;
  }
  return claim;
}

/**
 * The file; `running` counts it until it is closed. Where writing fails it ends without its end, which is no JSON then. The hour
 * is given back where the hub failed, and not to whoever left, took nothing or was too slow: they would hold one of the few
 * places again and again. So a member has one file under way at most: none takes an hour.
 */
function fileOf(services: ConsoleServices, claim: ExportClaim): PassThrough {
  const { operations, clock, retention, logger } = services;
  const now = clock();
  const options = { memberId: claim.memberId, now, auditFrom: now - retention.AUDIT_LOG_RETENTION_DAYS };
  const { file, written } = createDownloadStream(
    (put) => exportMember(operations, options, put),
    () => logger.error('a file of a member was cut off: the client was too slow'),
  );
  written.catch(async (error: unknown) => {
    if (!file.destroyed) logger.error({ problem: describeError(error) }, 'a file of a member was cut off');
    // Before the file ends: whoever sees that it was cut off may ask at once.
    if (!file.destroyed && !(error instanceof DownloadAborted)) await releaseExportClaim(services, claim);
    file.destroy();
  });
  finished(file)
    .catch(() => {})
    .finally(() => {
      running -= 1;
    });
  return file;
}
