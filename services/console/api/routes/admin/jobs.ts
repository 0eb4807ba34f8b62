import { z } from 'zod';
import { ConsoleError } from '../../../console-error.ts';
import { findJob, listJobs } from '../../../jobs/jobs.ts';
import { beginJob } from '../../begin-job.ts';
import { defineAdminCommand, defineAdminRead } from '../../define-admin-route.ts';
import { defineConsoleRoute } from '../../define-console-route.ts';

export const listJobsRoute = defineAdminRead('admin/jobs', async ({ operations }) => ({
  jobs: await listJobs(operations.database),
}));

const jobRoute = defineConsoleRoute({
  method: 'GET',
  path: 'admin/jobs/:id',
  access: 'admin',
  handle: async ({ params: { id = '' } }, { operations }) => {
    const job = z.guid().safeParse(id).success ? await findJob(operations.database, id) : null;
    if (job === null) throw new ConsoleError('not_found', 'Not found.');
    return { body: job };
  },
});

const doctorRoute = defineAdminCommand('admin/doctor', ({ caller: { memberId }, requestId }, services) =>
  beginJob(services, { id: requestId, kind: 'doctor', subject: null, memberId }),
);

export const adminJobRoutes = [listJobsRoute, jobRoute, doctorRoute];
