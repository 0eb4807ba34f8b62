import { z } from 'zod';
import { ConsoleError } from '../../../console-error.ts';
import { findJob, listJobs } from '../../../jobs/jobs.ts';
import { beginJob } from '../../begin-job.ts';
import { defineCommand, emptyBody } from '../../define-command.ts';
import { defineConsoleRoute } from '../../define-console-route.ts';

const listJobsRoute = defineConsoleRoute({
  method: 'GET',
  path: 'admin/jobs',
  access: 'admin',
  handle: async (_, { operations }) => ({ body: { jobs: await listJobs(operations.database) } }),
});

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

const doctorRoute = defineCommand({
  path: 'admin/doctor',
  access: 'admin',
  body: emptyBody,
  executeCommand: ({ caller: { memberId }, requestId }, services) =>
    beginJob(services, { id: requestId, kind: 'doctor', subject: null, memberId }),
});

export const adminJobRoutes = [listJobsRoute, jobRoute, doctorRoute];
