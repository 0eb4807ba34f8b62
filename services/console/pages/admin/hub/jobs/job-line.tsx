import { durationText, exactAmount, percentText } from '../../../common/text/format.ts';
import { TimeAgo } from '../../../common/text/time-ago.tsx';
import type { JobData, JobProgressData } from '../../admin-answers.ts';
import { failureReason, listDifferingProjections, unnotedReason } from './job-results.ts';

interface Props {
  readonly job: JobData;
  readonly what: string;
}

export function JobLine({ job, what }: Props) {
  const { state, progress, started_at: startedAt, updated_at: updatedAt } = job;
  if (state === 'running') {
    return (
      <div className="job">
        <p>
          {what}, since <TimeAgo at={startedAt} />: {progressText(progress)}
        </p>
        <progress aria-label={what} max={1} value={progress?.share} />
      </div>
    );
  }
  const differing = listDifferingProjections(job.result);
  const unnoted = unnotedReason(job.result);
  return (
    <p>
      {what}, <TimeAgo at={updatedAt} />: {state === 'done' && 'done'}
      {differing.length > 0 && (
        <span className="danger">
          , but the tables of {differing.join(', ')} differ from the tables that the backup gives
        </span>
      )}
      {state === 'failed' && <span className="danger">failed: {failureReason(job.result)}</span>}
      {state === 'lost' && (
        <span className="stale">its process ended without a result; start the job again</span>
      )}
      {unnoted !== null && <span className="stale">; {unnoted}</span>}
    </p>
  );
}

export function progressText(progress: JobProgressData | null): string {
  if (progress === null) return 'begins';
  const { phase, share, events, events_per_second: rate, seconds_left: left } = progress;
  const parts = [
    share !== undefined ? percentText(share) : null,
    phase === 'indexing' ? 'making indexes' : null,
    events !== undefined ? `${exactAmount(events)} events` : null,
    rate !== undefined ? `${exactAmount(Math.round(rate))} a second` : null,
    left != null ? `${durationText(left * 1_000)} left` : null,
  ];
  return parts.filter((part) => part !== null).join(', ') || 'under way';
}
