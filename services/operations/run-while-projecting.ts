import { parkedDecisions } from '../../projections/access/queries/parked-decisions.ts';
import { pollUntil } from '../../shared/async/waiting.ts';
import { OperatorError } from '../../shared/errors/errors.ts';
import type { PartitionEnds } from '../../shared/log/event-log.ts';
import { createLogger } from '../../shared/observability/logger.ts';
import { openNotifications } from '../../shared/postgres/notifications.ts';
import { versionKey } from '../../shared/projection/generations/generation.ts';
import { findOwnLive } from '../../shared/projection/generations/generations.ts';
import { runningVersions } from '../../shared/projection/leases/workers.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import { runProjections } from '../../shared/projection/run-projections.ts';
import type { OperationHub } from './operation-hub.ts';

/** Runs `work`, and in the meantime each projection that no other process runs. */
export async function whileProjected<Result>(
  hub: OperationHub,
  projections: readonly Projection[],
  work: () => Promise<Result>,
): Promise<Result> {
  const left = await unprojected(hub, projections);
  if (left.length === 0) return work();
  const { database, journal } = hub;
  const logger = createLogger({ name: 'hub', level: 'silent' });
  const notifications = openNotifications(database, logger);
  const projected = { projections: left, decisions: parkedDecisions };
  const projector = runProjections({ ...projected, database, journal, notifications, logger });
  try {
    return await work();
  } finally {
    await projector.stop();
    await notifications.close();
  }
}

/** A rebuild may slow the projection down. */
const projectedWithinMs = 30_000;

export interface Patience {
  /** 30 s when not given. */
  readonly withinMs?: number;
  /** Ends the wait early, without an error. */
  readonly signal?: AbortSignal;
}

/**
 * Does the same as `whileProjected`, but waits before `work` until the live generations show
 * everything that their streams held at the call.
 * @throws OperatorError when the given time ends first
 */
export function whileCurrent<Result>(
  hub: OperationHub,
  projections: readonly Projection[],
  work: () => Promise<Result>,
  patience?: Patience,
): Promise<Result> {
  return whileProjected(hub, projections, async () => {
    await untilCurrent(hub, projections, patience);
    return work();
  });
}

/** A process must run the projections. @throws as `untilShown` */
export async function untilCurrent(
  hub: OperationHub,
  projections: readonly Projection[],
  patience?: Patience,
): Promise<void> {
  for (const projection of projections)
    await untilShown(hub, projection, await hub.journal.log.ends(projection.streams), patience);
}

/**
 * Waits until the live generation shows these ends. A process must run the projection.
 * @throws OperatorError when the given time ends first
 */
export async function untilShown(
  hub: OperationHub,
  projection: Projection,
  ends: readonly PartitionEnds[],
  { withinMs = projectedWithinMs, signal }: Patience = {},
): Promise<void> {
  const shown = () => showsAll(hub, projection, ends);
  const isShown = await pollUntil(shown, { withinMs, everyMs: 50, ...(signal && { signal }) });
  if (isShown !== null || signal?.aborted) return;
  const message = `${projection.name} did not catch up within ${withinMs / 1_000} s: \`hub projections\` shows why`;
  throw new OperatorError('not_projected', message);
}

/** Expired records count as projected. */
async function showsAll(
  { database }: OperationHub,
  projection: Projection,
  ends: readonly PartitionEnds[],
): Promise<true | null> {
  const live = await findOwnLive(database, projection);
  if (live === null) return null;
  const { behind } = await database.one<{ behind: number }>({
    text: `select count(*) as behind
           from unnest($3::text[], $4::int[], $5::bigint[], $6::bigint[]) as log (stream, partition, starts, ends)
           left join projection.checkpoint c
             on c.projection = $1 and c.generation = $2 and c.stream = log.stream and c.partition = log.partition
           where greatest(c.next_offset, starts) < ends`,
    values: [
      projection.name,
      live.generation,
      ends.map(({ stream }) => stream),
      ends.map(({ partition }) => partition),
      ends.map(({ start }) => start),
      ends.map(({ end }) => end),
    ],
  });
  return behind === 0 ? true : null;
}

async function unprojected(
  { database }: OperationHub,
  projections: readonly Projection[],
): Promise<Projection[]> {
  const running = await runningVersions(database);
  return projections.filter((projection) => !running.has(versionKey(projection)));
}
