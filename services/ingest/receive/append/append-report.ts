import { nameLengthMax, storableText } from '../../../../shared/domain/text.ts';
import { type NewEvent, newEvent } from '../../../../shared/events/event.ts';
import { deviceSeen } from '../../../../shared/events/types/device-seen.ts';
import { payloadReceived } from '../../../../shared/events/types/payload-received.ts';
import type { Facts } from '../../facts/facts.ts';
import type { GameMemory } from '../../game/game-memory.ts';
import { learnFromNewFacts } from '../../game/learn-from-reports.ts';
import type { IngestDeps } from '../../ingest-deps.ts';
import type { IngestMetrics } from '../../ingest-metrics.ts';
import type { DueHoldings, HoldingsAppender } from '../holdings/append-holdings.ts';
import type { IncomingReport } from '../incoming-report.ts';
import { createAppendedFacts } from '../new-facts/select-new-facts.ts';
import type { TilesAppender } from '../tiles/append-tiles.ts';
import { eventsOfNewFacts } from './events-of-new-facts.ts';

/** @param factsByAccount by account id; empty without a known account */
export type AppendReport = (
  incoming: IncomingReport,
  factsByAccount: ReadonlyMap<string, Facts>,
  descriptions: readonly NewEvent[],
) => Promise<void>;

const repeatDeviceSeenMs = 60 * 60_000;

/**
 * Appends all events of a report in one call. Resolves when all events are durable.
 * @throws LogUnavailable or DeadlineExceeded: it is unknown what was appended, and a resend does no
 * harm
 */
export function createReportAppender(
  { journal, isSoleProcess }: IngestDeps,
  {
    metrics,
    game,
    holdings,
    tiles,
  }: {
    readonly metrics: IngestMetrics;
    readonly game: GameMemory;
    readonly holdings: HoldingsAppender;
    readonly tiles: TilesAppender;
  },
): AppendReport {
  const appendedFacts = createAppendedFacts({ isSoleProcess });

  return async (incoming, factsByAccount, descriptions) => {
    const { plugin, device, memory, deadline, now } = incoming;
    const due = await selectHoldings(holdings, incoming, factsByAccount);
    const newFactsByAccount = [...factsByAccount].map(
      ([accountId, facts]) =>
        [accountId, appendedFacts.selectNew(accountId, plugin.source, facts, now)] as const,
    );
    const walked = [...factsByAccount].flatMap(([accountId, facts]) =>
      tiles.select(accountId, plugin.source, facts, now),
    );
    const [subject = device.memberId] = factsByAccount.keys();
    const seen = deviceSeenEvents(incoming);
    const events = [payloadEvent(incoming, subject), ...seen, ...descriptions];
    for (const [accountId, newFacts] of newFactsByAccount) {
      events.push(...eventsOfNewFacts(accountId, plugin.source, newFacts));
    }
    for (const { events: ofAccount } of due) events.push(...ofAccount);
    events.push(...walked);

    const endMeasurement = metrics.appending();
    try {
      await deadline.within(journal.append(events, { deadlineMs: deadline.remainingMs() }));
    } catch (error) {
      for (const accountId of factsByAccount.keys()) appendedFacts.forget(accountId);
      for (const { failed } of due) failed();
      tiles.failed(walked);
      throw error;
    }
    endMeasurement();
    for (const [, newFacts] of newFactsByAccount) {
      newFacts.remember();
      if (plugin.canTeachGame === true) learnFromNewFacts(game, newFacts.parts);
    }
    if (seen.length > 0) memory.seenAppendedAt = now;
  };
}

/**
 * Holdings that are selected too late wait for another append.
 * @throws LogUnavailable or DeadlineExceeded
 */
async function selectHoldings(
  holdings: HoldingsAppender,
  { plugin, device, deadline, now }: IncomingReport,
  factsByAccount: ReadonlyMap<string, Facts>,
): Promise<DueHoldings[]> {
  const selecting = [...factsByAccount].map(([accountId, facts]) =>
    holdings.select({ accountId, memberId: device.memberId, source: plugin.source }, facts, now),
  );
  try {
    return await deadline.within(Promise.all(selecting));
  } catch (error) {
    for (const late of selecting) void late.then(({ failed }) => failed()).catch(() => {});
    throw error;
  }
}

/**
 * At most one event an hour. After a restart, the directory knows when the device was last seen.
 */
function deviceSeenEvents({ plugin, device, memory, times, now }: IncomingReport): NewEvent[] {
  const appendedAgo = now - memory.seenAppendedAt;
  const knownAgo = times.receivedAt - (device.lastSeenAt ?? Number.NEGATIVE_INFINITY);
  if (Math.min(appendedAgo, knownAgo) < repeatDeviceSeenMs) return [];
  const about = { subject: device.memberId, source: plugin.source };
  return [newEvent(deviceSeen, about, { device_id: device.id, at: times.receivedAt })];
}

/**
 * For support and for a new translation.
 * @param subject the account, else the member
 */
function payloadEvent({ plugin, device, report }: IncomingReport, subject: string): NewEvent {
  const { pluginVersion, raw } = report;
  return newEvent(
    payloadReceived,
    { subject, source: plugin.source },
    {
      device_id: device.id,
      plugin: plugin.source,
      plugin_version: pluginVersion === null ? null : storableText(pluginVersion, nameLengthMax),
      body: raw,
    },
  );
}
