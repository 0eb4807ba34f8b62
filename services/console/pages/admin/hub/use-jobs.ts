import { useConsole } from '../../console/use-console.ts';
import type { JobData, JobsAnswer } from '../admin-answers.ts';

const [busyEveryMs, idleEveryMs] = [1_000, 10_000];

/** The long work of the hub, newest first: the hub keeps it, so that a reload loses sight of nothing. */
export function useJobs(): { readonly jobs: readonly JobData[] } {
  const { body } = useConsole<JobsAnswer>('admin/jobs', {
    everyMs: (latest) => (latest?.jobs.some(({ state }) => state === 'running') ? busyEveryMs : idleEveryMs),
  });
  return { jobs: body?.jobs ?? [] };
}

/** The newest job of a kind, about a subject where one is given. */
export function newestJob(jobs: readonly JobData[], kind: string, subject?: string): JobData | undefined {
  return jobs
    .filter((job) => job.kind === kind && (subject === undefined || job.subject === subject))
    .reduce<JobData | undefined>(
      (newest, job) => (newest === undefined || job.started_at > newest.started_at ? job : newest),
      undefined,
    );
}
