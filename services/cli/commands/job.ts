import type { Command } from 'commander';
import { projections } from '../../../projections/registry.ts';
import { listenForStop } from '../../../shared/async/stop-signals.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';
import { startJobHeartbeat } from '../../console/jobs/job-heartbeat.ts';
import { findJob, type JobDocument, recordJobHeartbeat, recordJobResult } from '../../console/jobs/jobs.ts';
import type { HubConnection } from '../connection/connect.ts';
import { type JobRunner, jobRunners } from '../jobs/job-runners.ts';
import { withConnection } from '../run-command.ts';
import { uuid } from '../terminal/arguments.ts';
import { describeFailure } from '../terminal/report-failure.ts';

/** Longer than a batch of the work takes. */
const forceStopAfterMs = 9_500;

export function jobCommand(program: Command): void {
  program
    .command('job', { hidden: true })
    .description('for the console: do the work that a page has started, and save the result')
    .argument('<id>', 'the id of the job', uuid)
    .option('--full-speed', 'do not run at low priority')
    .action((id: string, { fullSpeed = false }: { readonly fullSpeed?: boolean }) =>
      withConnection((hub) => run(hub, id), { runsAtLowPriority: !fullSpeed }),
    );
}

async function run(hub: HubConnection, id: string): Promise<void> {
  const job = await findJob(hub.database, id);
  // The job counts as lost when a busy machine needs more than 20 s to start this process.
  if (job === null || (job.state !== 'running' && job.state !== 'lost')) {
    throw new OperatorError('no_such_job', `no job ${id} is waiting`);
  }
  const why = new OperatorError('interrupted', 'the console was stopped: start the job again');
  const stop = listenForStop(forceStopAfterMs, undefined, why);
  // Goes into the result of the job, because nobody reads the output of this process.
  let unnoted: string | null = null;
  const withUnnoted = (result: object | null) => (unnoted === null ? result : { ...result, unnoted });
  const beating = startJobHeartbeat((progress) => recordJobHeartbeat(hub.database, id, progress));
  try {
    const result = await workOf(job)(hub, {
      subject: job.subject,
      options: job.options,
      actor: `member:${job.member_id}`,
      signal: stop.signal,
      onProgress: beating.note,
      onResultNotSaved: (problem) => {
        unnoted = problem;
      },
    });
    stop.signal.throwIfAborted();
    await recordJobResult(hub.database, id, { state: 'done', result: withUnnoted(result) });
  } catch (error) {
    const { code, message: what, fix } = describeFailure(error);
    const message = fix === null ? what : `${what}: ${fix}`;
    await recordJobResult(hub.database, id, {
      state: 'failed',
      result: withUnnoted({ error: { code, message } }),
    });
  } finally {
    await beating.stop();
    stop.close();
  }
}

function workOf({ kind, subject }: JobDocument): JobRunner {
  const isProjection = projections.some(({ name }) => name === subject);
  const needsProjection = kind === 'verify' || (kind === 'rebuild' && subject !== null);
  if (needsProjection && !isProjection) {
    throw new OperatorError('unknown_projection', `there is no projection ${subject}`);
  }
  return jobRunners[kind];
}
