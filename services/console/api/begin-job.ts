import { addJob, findJob, type JobDocument, type NewJob } from '../jobs/jobs.ts';
import type { ConsoleServices } from './console-services.ts';

/** @throws OperatorError when the limit of running jobs is reached */
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
