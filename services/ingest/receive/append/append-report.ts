import type { Device } from '../../../../projections/access/directory/directory.ts';
import { nameLengthMax, storableText } from '../../../../shared/domain/text.ts';
import { type NewEvent, newEvent } from '../../../../shared/events/event.ts';
import { deviceSeen } from '../../../../shared/events/types/device-seen.ts';
import { payloadReceived } from '../../../../shared/events/types/payload-received.ts';
import type { Facts } from '../../facts/facts.ts';
import type { ReportTimes } from '../../facts/report-times.ts';
import type { GameKeeper } from '../../game/game-memory.ts';
import { learnFromNews } from '../../game/learn-from-reports.ts';
import type { Deadline } from '../../http/deadline.ts';
import type { IngestDeps } from '../../ingest-deps.ts';
import type { IngestMetrics } from '../../ingest-metrics.ts';
import type { Plugin, PluginReport } from '../../plugin.ts';
import type { DeviceMemory } from '../device-memory.ts';
import { createUnchangedParts } from '../new-facts/appended-facts.ts';
import { eventsOfNews } from './events-of-new-facts.ts';

/** A report on its way through ingest: what every step needs of it. */
export interface IncomingReport {
  readonly plugin: Plugin;
  readonly device: Device;
  readonly report: PluginReport;
  readonly memory: DeviceMemory;
  readonly times: ReportTimes;
  readonly deadline: Deadline;
  /** Monotonic ms. */
  readonly now: number;
}

/** Facts by account id. */
type FactsOfAccounts = ReadonlyMap<string, Facts>;

export type AppendReport = (
  incoming: IncomingReport,
  facts: FactsOfAccounts,
  described: readonly NewEvent[],
) => Promise<void>;

const deviceSeenEveryMs = 60 * 60_000;

/**
 * Appends, together: the body as received, that the device was seen, how its account is described, and what is news among
 * the facts. Resolves when all of it is durable; only then is it remembered as stated.
 * @throws LogUnavailable or DeadlineExceeded; then it is unknown what was appended, and a resend does no harm
 */
export function createReportAppender(
  { journal, soleProcess }: IngestDeps,
  { metrics, game }: { readonly metrics: IngestMetrics; readonly game: GameKeeper },
): AppendReport {
  const unchanged = createUnchangedParts({ soleProcess });

  return async (incoming, facts, described) => {
    const { plugin, device, memory, deadline, now } = incoming;
    const news = [...facts].map(
      ([accountId, said]) => [accountId, unchanged.select(accountId, plugin.source, said, now)] as const,
    );
    const [subject = device.memberId] = facts.keys();
    const seen = deviceSeenEvents(incoming);
    const events = [rawPayload(incoming, subject), ...seen, ...described];
    for (const [accountId, fresh] of news) events.push(...eventsOfNews(accountId, plugin.source, fresh));

    const appended = metrics.appending();
    try {
      await deadline.within(journal.append(events, { deadlineMs: deadline.remainingMs() }));
    } catch (error) {
      for (const accountId of facts.keys()) unchanged.forget(accountId);
      throw error;
    }
    appended();
    for (const [, fresh] of news) {
      fresh.remember();
      if (plugin.teaches === true) learnFromNews(game, fresh.parts);
    }
    if (seen.length > 0) memory.seenAt = now;
  };
}

/** At most once an hour, over restarts too, as far as the directory knows. */
function deviceSeenEvents({ plugin, device, memory, times, now }: IncomingReport): NewEvent[] {
  const statedAgo = now - memory.seenAt;
  const knownAgo = times.receivedAt - (device.lastSeenAt ?? Number.NEGATIVE_INFINITY);
  if (Math.min(statedAgo, knownAgo) < deviceSeenEveryMs) return [];
  const about = { subject: device.memberId, source: plugin.source };
  return [newEvent(deviceSeen, about, { device_id: device.id, at: times.receivedAt })];
}

/** For support and re-translation; under the member where no account is known. */
function rawPayload({ plugin, device, report }: IncomingReport, subject: string): NewEvent {
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
