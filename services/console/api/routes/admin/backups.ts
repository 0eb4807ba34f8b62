import { backupOperations } from '../../../../operations/backups.ts';
import { ConsoleError } from '../../../console-error.ts';
import { beginJob } from '../../begin-job.ts';
import { defineCommand, emptyBody } from '../../define-command.ts';
import { defineConsoleRoute } from '../../define-console-route.ts';

const listBackupsRoute = defineConsoleRoute({
  method: 'GET',
  path: 'admin/backups',
  isHeavy: true,
  access: 'admin',
  handle: async (_, { backupDir, hub }) => ({
    body: await backupOperations.list(backupDir, hub.hubSecret),
  }),
});

const backUpRoute = defineCommand({
  path: 'admin/backups',
  access: 'admin',
  body: emptyBody,
  executeCommand: ({ caller: { memberId }, requestId }, services) =>
    beginJob(services, { id: requestId, kind: 'backup', subject: null, memberId }),
});

const verifyBackupRoute = defineCommand({
  path: 'admin/backups/:id/verify',
  access: 'admin',
  body: emptyBody,
  executeCommand: async ({ caller: { memberId }, requestId, params: { id } }, services) => {
    const { backups } = await backupOperations.list(services.backupDir, services.hub.hubSecret);
    const found = backups.find(({ file }) => file === id);
    // The file name comes from the folder, never from the request.
    if (found === undefined) throw new ConsoleError('not_found', 'Not found.');
    return beginJob(services, { id: requestId, kind: 'backup-verify', subject: found.file, memberId });
  },
});

export const adminBackupRoutes = [listBackupsRoute, backUpRoute, verifyBackupRoute];
