import { backupOperations } from '../../../../operations/backups.ts';
import { ConsoleError } from '../../../console-error.ts';
import { beginJob } from '../../begin-job.ts';
import { defineAdminCommand } from '../../define-admin-route.ts';
import { defineConsoleRoute } from '../../define-console-route.ts';

export const listBackupsRoute = defineConsoleRoute({
  method: 'GET',
  path: 'admin/backups',
  isHeavy: true,
  access: 'admin',
  handle: async (_, { backupDir, hub }) => ({
    body: await backupOperations.list(backupDir, hub.hubSecret),
  }),
});

const backUpRoute = defineAdminCommand('admin/backups', ({ caller: { memberId }, requestId }, services) =>
  beginJob(services, { id: requestId, kind: 'backup', subject: null, memberId }),
);

const verifyBackupRoute = defineAdminCommand(
  'admin/backups/:id/verify',
  async ({ id, caller: { memberId }, requestId }, services) => {
    const { backups } = await backupOperations.list(services.backupDir, services.hub.hubSecret);
    const found = backups.find(({ file }) => file === id);
    // The file name comes from the folder, never from the request.
    if (found === undefined) throw new ConsoleError('not_found', 'Not found.');
    return beginJob(services, { id: requestId, kind: 'backup-verify', subject: found.file, memberId });
  },
);

export const adminBackupRoutes = [listBackupsRoute, backUpRoute, verifyBackupRoute];
