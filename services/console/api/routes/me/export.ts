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

/** Each export may hold one of the pool's connections. */
const runningMax = 2;
const busyRetrySeconds = 10;

let running = 0;

/** At most once an hour for each member. */
export const meExportRoute = defineConsoleRoute({
  method: 'POST',
  path: 'me/export',
  access: 'member',
  body: z.strictObject({}),
  handle: async ({ caller: { memberId } }, services) => {
    if (running >= runningMax) {
      throw new ConsoleError(
        'too_many',
        'others export their data now: try again in a moment',
        busyRetrySeconds,
      );
    }
    running += 1;
    let claim: ExportClaim;
    try {
      claim = await claimAndRecord(services, memberId);
    } catch (error) {
      running -= 1;
      throw error;
    }
    return {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="my-hub-data.json"',
      },
      body: createExportFile(services, claim),
    };
  },
});

async function claimAndRecord(services: ConsoleServices, memberId: string): Promise<ExportClaim> {
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
 * Counts as running until the file is closed. A failed file ends in the middle, so that it is no
 * valid JSON. The claim stays when a client leaves, because the client could otherwise occupy the
 * few places again and again.
 */
function createExportFile(services: ConsoleServices, claim: ExportClaim): PassThrough {
  const { operations, clock, retention, logger } = services;
  const now = clock();
  const options = { memberId: claim.memberId, now, auditFrom: now - retention.auditLogMs };
  const { file, written } = createDownloadStream(
    (put) => exportMember(operations, options, put),
    () => logger.error('the export of a member was cut off: the client was too slow'),
  );
  written.catch(async (error: unknown) => {
    if (!file.destroyed)
      logger.error({ problem: describeError(error) }, 'the export of a member was cut off');
    // The claim is released first, because the member may ask again at once.
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
