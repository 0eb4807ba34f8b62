import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { consoleQueryKey, useConsoleAnswer } from '../../../console-api/use-console-answer.ts';
import type { JobData, JobsAnswer } from '../../admin-answers.ts';

const [busyEveryMs, idleEveryMs] = [1_000, 10_000];

/** The long work of the hub, newest first: the hub keeps it, so that a reload loses sight of nothing. */
export function useJobs(): { readonly jobs: readonly JobData[] } {
  const { body } = useConsoleAnswer<JobsAnswer>('admin/jobs', {
    everyMs: (latest) => (latest?.jobs.some(({ state }) => state === 'running') ? busyEveryMs : idleEveryMs),
  });
  useAskedAgain(body?.jobs.flatMap(({ id, state }) => (state === 'running' ? [id] : [])).join());
  return { jobs: body?.jobs ?? [] };
}

/** Has all answers of the console asked for again when other jobs run than before: what one made shows once it has ended. */
function useAskedAgain(running: string | undefined): void {
  const cache = useQueryClient();
  const before = useRef(running);
  useEffect(() => {
    const isNews = before.current !== undefined && before.current !== running;
    before.current = running;
    if (isNews) void cache.invalidateQueries({ queryKey: [consoleQueryKey] });
  }, [cache, running]);
}

/** The newest job of a kind, of those that the hub tells newest first. */
export function findNewestJob(jobs: readonly JobData[], kind: string): JobData | undefined {
  return jobs.find((job) => job.kind === kind);
}
