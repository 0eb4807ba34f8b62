import { parkedDecisions } from '../../projections/access/queries/parked-decisions.ts';
import { createLogger } from '../../shared/logger.ts';
import { openNotifications } from '../../shared/postgres/notifications.ts';
import { versionKey } from '../../shared/projection/generations/generation.ts';
import { beatsSql } from '../../shared/projection/leases/lease-statements.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import { runProjections } from '../../shared/projection/run-projections.ts';
import type { HubConnection } from './connect.ts';

/** Runs `work` while the projection is kept current, by this process if no other process does it. */
export async function whileProjected<Result>(
  hub: HubConnection,
  projection: Projection,
  work: () => Promise<Result>,
): Promise<Result> {
  if (await isProjected(hub, projection)) return work();
  const { database, journal } = hub;
  const logger = createLogger({ name: 'hub', level: 'silent' });
  const notifications = openNotifications(database, logger);
  const rooms = { projections: [projection], decisions: parkedDecisions };
  const projector = runProjections({ ...rooms, database, journal, notifications, logger });
  try {
    return await work();
  } finally {
    await projector.stop();
    await notifications.close();
  }
}

async function isProjected({ database }: HubConnection, projection: Projection): Promise<boolean> {
  const { is_projected } = await database.one<{ is_projected: boolean }>({
    text: `select exists (
             select
             from projection.member
             where $1 = any (runs) and ${beatsSql}
           ) as is_projected`,
    values: [versionKey(projection)],
  });
  return is_projected;
}
