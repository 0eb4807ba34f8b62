import { parkedDecisions } from '../../projections/access/queries/parked-decisions.ts';
import { OperatorError } from '../../shared/errors.ts';
import { recordInAudit } from '../../shared/log/record-in-audit.ts';
import type { Projection, ProjectionName } from '../../shared/projection/projection.ts';
import { promote } from '../../shared/projection/replay/promote.ts';
import type { RebuildProgress } from '../../shared/projection/replay/rebuild/progress-meter.ts';
import { type Rebuilt, rebuildGenerations } from '../../shared/projection/replay/rebuild/rebuild.ts';
import { cancelRebuild } from '../../shared/projection/replay/retire.ts';
import type { RowsKept } from '../../shared/projection/upkeep/expire-rows.ts';
import { isLiveDamaged } from '../../shared/projection/upkeep/note-damage.ts';
import { auditActorOf, type OperationHub, type Requested } from './operation-hub.ts';
import { verifyRoom } from './verify-room.ts';

export interface RebuildWish {
  readonly rooms: readonly Projection[];
  /** Records a second at most. */
  readonly rate?: number | undefined;
  /** Rests for no hub that runs beside it. */
  readonly fullSpeed?: boolean | undefined;
  /** Then verifies and promotes it. */
  readonly promote?: boolean | undefined;
  /** Of the settings. */
  readonly rowsKept: RowsKept;
  /** What was built stays, and the next rebuild goes on from there. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RebuildProgress) => void;
}

/** Builds new generations of rooms beside the live ones. @throws as `rebuildGenerations`, `promote` */
export async function rebuildRooms(hub: OperationHub, wish: Requested<RebuildWish>) {
  const by = auditActorOf(hub, wish.actor);
  const rebuilt = await build(hub, wish);
  for (const { generation, events } of rebuilt) {
    const about = [generation.projection.name];
    const details = { generation: generation.number, events };
    await recordInAudit(hub.journal, { by, action: 'projection-rebuilt', about, details });
  }
  const promoted = new Set<string>();
  for (const room of wish.promote ? wish.rooms : []) {
    // What cannot be read cannot be compared with.
    const force = await isLiveDamaged(hub.database, room.name);
    if (!force && !(await verifyRoom(hub, room, wish.rowsKept)).equal) throw differs(room);
    const { from, to } = await promote(hub.database, room.name, { force });
    const details = { from, to };
    await recordInAudit(hub.journal, { by, action: 'projection-promoted', about: [room.name], details });
    promoted.add(room.name);
  }
  return { rebuilt: rebuilt.map((one) => rebuiltDocument(one, promoted)) };
}

/** Drops what rebuilds of rooms have built so far. @throws OperatorError while one is under way */
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

function build({ database, journal }: OperationHub, wish: RebuildWish): Promise<Rebuilt[]> {
  const { rooms, rate, fullSpeed, signal, onProgress } = wish;
  return rebuildGenerations({
    database,
    journal,
    decisions: parkedDecisions,
    projections: rooms,
    signal,
    onProgress,
    ...(rate !== undefined && { rate }),
    ...(fullSpeed && { fullSpeed }),
  });
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
    `the new generation of ${name} is ready, but differs from the live one: hub projections verify ${name} shows where`,
  );
}
