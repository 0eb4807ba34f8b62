import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { parkedDecisions } from '../../projections/access/queries/parked-decisions.ts';
import { projections } from '../../projections/registry.ts';
import { createLifecycle } from '../../shared/async/lifecycle.ts';
import type { DataOf, RecordedEvent } from '../../shared/events/event.ts';
import type { memberAdded } from '../../shared/events/membership/members.ts';
import type { stateParts } from '../../shared/events/state-parts.ts';
import type { accountSeen } from '../../shared/events/types/account-seen.ts';
import type { gameEventRecorded } from '../../shared/events/types/game-event-recorded.ts';
import type { gearReported } from '../../shared/events/types/gear-reported.ts';
import type { positionReported } from '../../shared/events/types/position-reported.ts';
import type { xpReported } from '../../shared/events/types/xp-reported.ts';
import { createLogger } from '../../shared/observability/logger.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { openNotifications } from '../../shared/postgres/notifications.ts';
import { openProcessJournal } from '../../shared/process/open-process-journal.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import { promote, rollBack } from '../../shared/projection/replay/promote.ts';
import { rebuildGenerations } from '../../shared/projection/replay/rebuild/rebuild.ts';
import { runProjections } from '../../shared/projection/run-projections.ts';
import { kafkaSettings } from '../../shared/settings/kafka-settings.ts';
import { readSettings } from '../../shared/settings/settings.ts';

/**
 * The change of each report by the next release's folds, so that every answer shows its release.
 */
export const changed = {
  owner: ' of the next release',
  marker: 'next ',
  quantity: 1_000,
  hitpointsMax: 1_000,
  xp: 1_000_000_000,
  world: 10_000,
  x: 100_000,
  value: 1_000_000_000_000,
} as const;

const changes: Readonly<Record<string, (data: never) => unknown>> = {
  'member-added': (data: DataOf<typeof memberAdded>) => ({ ...data, name: data.name + changed.owner }),
  'hitpoints-reported': (data: DataOf<typeof stateParts.hitpoints.reported>) => ({
    ...data,
    max: data.max + changed.hitpointsMax,
  }),
  'game-event-recorded': (data: DataOf<typeof gameEventRecorded>) => ({
    ...data,
    data: data.data.replace('"marker":"', `"marker":"${changed.marker}`),
  }),
  'xp-reported': (data: DataOf<typeof xpReported>) => ({
    ...data,
    skills: Object.fromEntries(Object.entries(data.skills).map(([skill, xp]) => [skill, xp + changed.xp])),
  }),
  'account-seen': (data: DataOf<typeof accountSeen>) => ({
    ...data,
    world: data.world === null ? null : data.world + changed.world,
  }),
  'gear-reported': ({ at, worn, carried }: DataOf<typeof gearReported>) => ({
    at,
    worn: worn && {
      ...worn,
      items: worn.items.map((item) => ({ ...item, quantity: item.quantity + changed.quantity })),
    },
    carried: carried && { value: carried.value + changed.value },
  }),
  'position-reported': ({ points }: DataOf<typeof positionReported>) => ({
    points: points.map((point) => ({ ...point, x: point.x + changed.x })),
  }),
};

/** A release in which every fold differs, and that runs in this process. */
export interface NextRelease {
  promoteAll(): Promise<void>;
  rollBackAll(): Promise<void>;
}

/** Resolves when the tables of the next release are built. */
export async function startNextRelease(
  database: Database,
  environment: Readonly<Record<string, string>>,
): Promise<NextRelease> {
  const lifecycle = createLifecycle();
  onTestFinished(() => lifecycle.close());
  const logger = createLogger({ name: 'next-release', level: 'error' });
  const notifications = openNotifications(database, logger);
  lifecycle.onClose(notifications.close);
  const settings = readSettings(z.object(kafkaSettings), environment);
  const hubSecret = Buffer.from(environment.HUB_SECRET ?? '', 'base64');
  const base = { database, databaseDirectory: null, notifications, hubSecret };
  const journal = await openProcessJournal(base, { settings, retention: null, logger, lifecycle });
  const next = projections.map(nextVersion);
  await rebuildGenerations({ database, journal, decisions: parkedDecisions, projections: next });
  lifecycle.onClose(
    runProjections({ ...base, journal, decisions: parkedDecisions, projections: next, logger }).stop,
  );

  const all = async (move: typeof promote) => {
    for (const { name } of next) await move(database, name, { force: true });
  };
  return { promoteAll: () => all(promote), rollBackAll: () => all(rollBack) };
}

function nextVersion(projection: Projection): Projection {
  const { shape, logic } = projection.version;
  return {
    ...projection,
    version: { shape, logic: logic + 1 },
    // A fold may read only the rows that were loaded for its events.
    load: (tx, events, known) => projection.load(tx, events.map(changedEvent), known),
    evolve: (state, event) => projection.evolve(state, changedEvent(event)),
  };
}

function changedEvent(event: RecordedEvent): RecordedEvent {
  const change = changes[event.type];
  return change === undefined ? event : { ...event, data: change(event.data as never) };
}
