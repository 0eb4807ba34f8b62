import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { consoleQueryKey, useConsoleAnswer } from '../../../console-api/use-console-answer.ts';
import type { JobData, JobsAnswer } from '../../admin-answers.ts';

const [busyEveryMs, idleEveryMs] = [1_000, 10_000];

interface Jobs {
  /** Newest first; empty before the first answer. */
  readonly jobs: readonly JobData[];
  readonly isLoading: boolean;
}

/** The hub keeps jobs, so that a reload loses none. */
export function useJobs(): Jobs {
  const { body, error } = useConsoleAnswer<JobsAnswer>('admin/jobs', {
    everyMs: (latest) => (latest?.jobs.some(({ state }) => state === 'running') ? busyEveryMs : idleEveryMs),
  });
  useRefreshOnJobChange(body?.jobs.flatMap(({ id, state }) => (state === 'running' ? [id] : [])).join());
  return { jobs: body?.jobs ?? [], isLoading: body === undefined && error === null };
}

/** An ended job changes the console answers. */
function useRefreshOnJobChange(running: string | undefined): void {
  const cache = useQueryClient();
  const before = useRef(running);
  useEffect(() => {
    const isNews = before.current !== undefined && before.current !== running;
    before.current = running;
    if (isNews) void cache.invalidateQueries({ queryKey: [consoleQueryKey] });
  }, [cache, running]);
}

/** @param jobs newest first */
export function findNewestJob(jobs: readonly JobData[], kind: string): JobData | undefined {
  return jobs.find((job) => job.kind === kind);
}
