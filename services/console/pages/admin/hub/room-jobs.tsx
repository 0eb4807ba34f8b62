import type { JobData } from '../admin-answers.ts';
import { Differences } from './differences.tsx';
import { JobLine } from './job-line.tsx';
import { isVerification } from './job-results.ts';
import { newestJob } from './use-jobs.ts';

const kinds = ['rebuild', 'verify'] as const;

/** The newest rebuild and verification of each projection, with what came of it. */
export function RoomJobs({ jobs }: { readonly jobs: readonly JobData[] }) {
  const subjects = [...new Set(jobs.flatMap(({ subject }) => subject ?? []))];
  const shown = subjects
    .flatMap((subject) => kinds.flatMap((kind) => newestJob(jobs, kind, subject) ?? []))
    .sort((one, other) => other.started_at.localeCompare(one.started_at));
  if (shown.length === 0) return null;
  return (
    <ul className="job-list" aria-label="Rebuilds and verifications">
      {shown.map((job) => (
        <li key={job.id}>
          <JobLine
            job={job}
            what={`${job.kind === 'rebuild' ? 'Rebuild' : 'Verification'} of ${job.subject}`}
          />
          {job.kind === 'verify' && isVerification(job.result) && <Differences of={job.result} />}
        </li>
      ))}
    </ul>
  );
}
