import { projections } from '../../../../projections/registry.ts';
import { hourMs } from '../../../../shared/domain/durations.ts';
import { LogUnavailable } from '../../../../shared/errors/errors.ts';
import {
  keptMsOf,
  partitionName,
  type StreamName,
  streamDefinition,
  streamNames,
} from '../../../../shared/events/streams.ts';
import type { EventLog } from '../../../../shared/log/event-log.ts';
import { readFirstRecords } from '../../../../shared/log/reading/read-first-records.ts';
import { retentionOf, rowRetentionOf } from '../../../../shared/process/settings/retention-settings.ts';
import { findOverdueRows } from '../../../../shared/projection/upkeep/overdue-rows.ts';
import type { ExaminedHub } from '../examined-hub.ts';
import { defineCheck, type FactsOf, type Finding, findingOf, spanOf } from '../finding.ts';

export const retentionCheck = defineCheck('retention', readExpired, judgeRetention);

async function readExpired(hub: ExaminedHub) {
  const settings = hub.settings();
  const retention = retentionOf(settings);
  const database = hub.database();
  const records = (await oldestRecords(hub.log())).map(({ stream, at }) => {
    const { kept: policy } = streamDefinition(stream);
    const keptMs = policy.policy === 'expires' ? keptMsOf(policy, retention) : Number.POSITIVE_INFINITY;
    return { of: stream, overdueMs: hub.now() - at - keptMs };
  });
  const rowRetention = rowRetentionOf(settings);
  return {
    hasProjector: hub.server().hasProjector,
    records,
    projectionsWithOverdueRows: await findOverdueRows(database, projections, rowRetention, rowsLateMaxMs),
  };
}

/** A projector checks every minute or more often, and brokers check every 5 minutes. */
const recordsLateMaxMs = hourMs;
/** Rows of xp stay up to two hours longer, because only complete hours expire. */
const rowsLateMaxMs = 4 * hourMs;

export function judgeRetention({
  hasProjector,
  records,
  projectionsWithOverdueRows,
}: FactsOf<typeof readExpired>): Finding {
  if (!hasProjector) return findingOf([], 'no projector runs; expired data is deleted after its start');
  const why = 'personal data is kept longer than promised, and tables grow';
  const fix = 'check that a projector runs and logs no errors; check the load of the database';
  const late = records
    .filter(({ overdueMs }) => overdueMs > recordsLateMaxMs)
    .map(({ of, overdueMs }) => ({
      what: `${of} has records that expired ${spanOf(overdueMs)} ago`,
      why,
      fix,
    }));
  const lateRows = projectionsWithOverdueRows.map((name) => ({ what: `${name} has expired rows`, why, fix }));
  return findingOf([...late, ...lateRows], 'expired data is deleted');
}

async function oldestRecords(log: EventLog): Promise<{ stream: StreamName; at: number }[]> {
  const expiring = streamNames.filter((stream) => streamDefinition(stream).kept.policy === 'expires');
  const places = (await log.ends(expiring))
    .filter(({ start, end }) => end > start)
    .map(({ stream, partition, start }) => ({ stream, partition, offset: start }));
  const { pages, unanswered } = await readFirstRecords(log, places);
  const [silent] = unanswered;
  if (silent !== undefined)
    throw new LogUnavailable(`${partitionName(silent)} returns no record, and it may have the oldest record`);
  const times = Map.groupBy(
    [...pages.values()].flatMap(({ stream, records }) =>
      records[0] === undefined ? [] : [{ stream, at: records[0].appendTime }],
    ),
    ({ stream }) => stream,
  );
  return [...times].map(([stream, found]) => ({ stream, at: Math.min(...found.map(({ at }) => at)) }));
}
