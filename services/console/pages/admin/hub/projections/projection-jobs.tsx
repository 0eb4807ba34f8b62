import { exactAmount } from '../../../common/text/format.ts';
import type { JobData } from '../../admin-answers.ts';
import { JobLine } from '../jobs/job-line.tsx';
import { isVerification } from '../jobs/job-results.ts';
import { VerificationDifferences } from './verification-differences.tsx';

export function ProjectionJobs({ jobs }: { readonly jobs: readonly JobData[] }) {
  const ofProjections = jobs.filter(({ kind }) => kind === 'rebuild' || kind === 'verify');
  const newest = Map.groupBy(ofProjections, ({ kind, subject }) => `${kind} ${subject}`).values();
  const shown = [...newest].flatMap(([job]) => job ?? []);
  if (shown.length === 0) return null;
  return (
    <ul className="job-list" aria-label="Rebuilds and comparisons">
      {shown.map((job) => (
        <li key={job.id}>
          <JobLine job={job} what={whatOf(job)} />
          {job.kind === 'verify' && isVerification(job.result) && <VerificationDifferences of={job.result} />}
        </li>
      ))}
    </ul>
  );
}

function whatOf({ kind, subject, options: { rate, full_speed: fullSpeed, promote } }: JobData): string {
  if (kind === 'verify') return `Comparison of the copies of ${subject}`;
  const parts = [
    `Rebuild of ${subject ?? 'all tables'}`,
    rate !== undefined && `at most ${exactAmount(rate)} events a second`,
    fullSpeed && 'at full speed',
    promote && 'then put into use',
  ];
  return parts.filter(Boolean).join(', ');
}
