import { parkedDecisions } from '../../../projections/access/queries/parked-decisions.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';
import { recordInAudit } from '../../../shared/log/record-in-audit.ts';
import type { Projection, ProjectionName } from '../../../shared/projection/projection.ts';
import type { RebuildProgress } from '../../../shared/projection/replay/rebuild/progress-meter.ts';
import { type Rebuilt, rebuildGenerations } from '../../../shared/projection/replay/rebuild/rebuild.ts';
import { cancelRebuild } from '../../../shared/projection/replay/retire.ts';
import type { RowRetentionMsBySetting } from '../../../shared/projection/upkeep/expire-rows.ts';
import { isLiveDamaged } from '../../../shared/projection/upkeep/note-damage.ts';
import { auditActorOf, type OperationHub, type Requested } from '../operation-hub.ts';
import { moveOperations } from './move-generations.ts';
import { verifyProjection } from './verify-projection.ts';

export interface RebuildInput {
  readonly projections: readonly Projection[];
  /** Maximum records per second. */
  readonly rate?: number | undefined;
  /** Does not pause for a running hub. */
  readonly fullSpeed?: boolean | undefined;
  /** Verifies and promotes the generation when it is built. */
  readonly promote?: boolean | undefined;
  readonly retentionMsBySetting: RowRetentionMsBySetting;
  /** The built part stays, and the next rebuild continues there. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RebuildProgress) => void;
}

/**
 * @throws as `rebuildGenerations` and `promote`; OperatorError `not_equal` instead of a promotion
 */
export async function rebuildProjections(hub: OperationHub, input: Requested<RebuildInput>) {
  const by = auditActorOf(hub, input.actor);
  const { database, journal } = hub;
  const { projections, rate, fullSpeed, signal, onProgress } = input;
  const reading = { projections, rate, fullSpeed, signal, onProgress };
  const rebuilt = await rebuildGenerations({ ...reading, database, journal, decisions: parkedDecisions });
  for (const { generation, events } of rebuilt) {
    const about = [generation.projection.name];
    const details = { generation: generation.number, events };
    await recordInAudit(journal, { by, action: 'projection-rebuilt', about, details });
  }
  const promoted = new Set<string>();
  for (const projection of input.promote ? projections : []) {
    // Unreadable tables cannot be compared.
    const force = await isLiveDamaged(database, projection.name);
    const isEqual = async () =>
      (await verifyProjection(hub, projection, input.retentionMsBySetting, signal)).equal;
    if (!force && !(await isEqual())) throw differs(projection);
    await moveOperations.promote(hub, { name: projection.name, force, actor: input.actor });
    promoted.add(projection.name);
  }
  return { rebuilt: rebuilt.map((one) => rebuiltDocument(one, promoted)) };
}

/**
 * Drops the generations that unfinished rebuilds have built.
 * @throws OperatorError while a rebuild runs
 */
export async function cancelRebuilds(
  hub: OperationHub,
  { names, actor }: Requested<{ readonly names: readonly ProjectionName[] }>,
) {
  const by = auditActorOf(hub, actor);
  const cancelled = [];
  for (const name of names) {
    for (const generation of await cancelRebuild(hub.database, name)) {
      cancelled.push({ name, generation });
      const details = { generation };
      await recordInAudit(hub.journal, { by, action: 'rebuild-cancelled', about: [name], details });
    }
  }
  return { cancelled };
}

function rebuiltDocument({ generation, events, seconds }: Rebuilt, promoted: ReadonlySet<string>) {
  const { name } = generation.projection;
  return {
    name,
    generation: generation.number,
    events,
    seconds: Math.round(seconds * 10) / 10,
    events_per_second: Math.round(events / Math.max(seconds, 0.001)),
    state: promoted.has(name) ? 'live' : 'ready',
  };
}

function differs({ name }: Projection): OperatorError {
  return new OperatorError(
    'not_equal',
    `the new generation of ${name} is ready, but differs from the live generation: hub projections verify ${name} shows where`,
  );
}
