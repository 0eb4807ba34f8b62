import { nameLengthMax, storableText } from '../../../../shared/domain/text.ts';
import { type NewEvent, newEvent } from '../../../../shared/events/event.ts';
import { deviceSeen } from '../../../../shared/events/types/device-seen.ts';
import { payloadReceived } from '../../../../shared/events/types/payload-received.ts';
import type { GameMemory } from '../../game/game-memory.ts';
import { learnFromNewFacts } from '../../game/learn-from-reports.ts';
import type { IngestDeps } from '../../ingest-deps.ts';
import type { IngestMetrics } from '../../ingest-metrics.ts';
import { type Decision, withAppended, withoutAppended } from '../account/decide.ts';
import type { RememberedAccount } from '../account/keep-accounts.ts';
import type { IncomingReport } from '../incoming-report.ts';

interface Parts {
  readonly metrics: IngestMetrics;
  readonly game: GameMemory;
}

/** The account of a report, with the decision about the report. */
export interface DecidedReport {
  readonly account: RememberedAccount;
  readonly decision: Decision;
}

/** @param decided null without a known account */
export type AppendReport = (incoming: IncomingReport, decided: DecidedReport | null) => Promise<void>;

const repeatDeviceSeenMs = 60 * 60_000;

/**
 * Appends all events of a report in one call. Resolves when all events are durable, and then the
 * account's memory has them. After a failure, the memory forgets what was being appended.
 * @throws LogUnavailable or DeadlineExceeded: it is unknown what was appended, and a resend does no
 * harm
 */
export function createReportAppender(
  { journal }: Pick<IngestDeps, 'journal'>,
  { metrics, game }: Parts,
): AppendReport {
  return async (incoming, decided) => {
    const { plugin, device, memory, deadline, now } = incoming;
    const seen = deviceSeenEvents(incoming);
    const subject = decided?.account.id ?? device.memberId;
    const events = [payloadEvent(incoming, subject), ...seen];
    if (decided !== null) events.push(...decided.decision.events);
    const endMeasurement = metrics.appending();
    try {
      await deadline.within(journal.append(events, { deadlineMs: deadline.remainingMs() }));
    } catch (error) {
      if (decided !== null) {
        const { account, decision } = decided;
        account.memory = withoutAppended(account.memory, decision, now);
      }
      throw error;
    }
    endMeasurement();
    if (seen.length > 0) memory.seenAppendedAt = now;
    if (decided === null) return;
    const { account, decision } = decided;
    account.memory = withAppended(account.memory, decision, now);
    if (plugin.canTeachGame !== true) return;
    learnFromNewFacts(game, decision.newFacts.parts, [account.id, device.memberId]);
  };
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
