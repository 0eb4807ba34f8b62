import { addJob, findJob, type JobDocument, type NewJob } from '../jobs/jobs.ts';
import type { ConsoleServices } from './console-services.ts';

/** Notes a job and starts its process. @throws OperatorError while as many run as may */
export async function beginJob(
  { operations: { database }, startJob }: ConsoleServices,
  job: NewJob,
): Promise<JobDocument> {
  await addJob(database, job);
  const noted = await findJob(database, job.id);
  if (noted === null) throw new Error('a job that was noted is missing');
  startJob(noted);
  return noted;
}
