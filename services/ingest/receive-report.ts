import type { Device } from '../../projections/access/directory.ts';
import { nameLengthMax, storableText } from '../../shared/domain/text.ts';
import { deviceSeen } from '../../shared/events/device-seen.ts';
import { type NewEvent, newEvent } from '../../shared/events/event.ts';
import { payloadReceived } from '../../shared/events/payload-received.ts';
import { type Answer, accepted, ignored, rateLimited, unknownDevice } from './answer.ts';
import type { ReportTimes } from './clock-correction.ts';
import type { Deadline } from './deadline.ts';
import { createAccountDescriber } from './describe-account.ts';
import { createDeviceMemories, type DeviceMemory, rememberAccount } from './device-memory.ts';
import { eventsOfNews } from './events-of-news.ts';
import type { Facts } from './ha-exporter/facts.ts';
import { readReport } from './ha-exporter/read-report.ts';
import type { Report } from './ha-exporter/report.ts';
import { countSkipped } from './ha-exporter/skipped.ts';
import { shutdownFacts, translateReport } from './ha-exporter/translate.ts';
import type { IngestDeps } from './ingest-deps.ts';
import type { IngestMetrics } from './ingest-metrics.ts';
import type { PluginRequest } from './plugin-request.ts';
import { type JsonBody, readBody } from './read-body.ts';
import { createAccountResolver, identityOf } from './resolve-account.ts';
import { createUnchangedParts } from './unchanged-parts.ts';

const deviceSeenEveryMs = 60 * 60_000;

/** A report on its way through: what every step needs of it. */
interface Incoming {
  readonly device: Device;
  readonly request: PluginRequest;
  readonly body: JsonBody;
  readonly report: Report;
  readonly memory: DeviceMemory;
  readonly times: ReportTimes;
  /** Monotonic ms. */
  readonly now: number;
}

/** Takes the reports of paired devices: success is answered once everything in it is durable. */
export function createReportReceiver(
  deps: IngestDeps,
  metrics: IngestMetrics,
  monotonicNow: () => number,
): (device: Device, request: PluginRequest) => Promise<Answer> {
  const { journal, directory, clock, logger } = deps;
  const memoryOf = createDeviceMemories();
  const resolveAccount = createAccountResolver(deps);
  const describer = createAccountDescriber();
  const unchanged = createUnchangedParts(deps);

  async function receive(device: Device, request: PluginRequest): Promise<Answer> {
    const body = await readBody(request.body, request.encoding);
    if ('status' in body) return body;
    const report = readReport(body.json);
    const memory = memoryOf(device.id);
    const now = monotonicNow();
    if (!memory.bucket.take(now) && report.events.length === 0) {
      return rateLimited(1, 'Too many reports from this device.');
    }
    const identity = identityOf(report.player, device.memberId);
    if (identity === null && report.events.length === 0) return ignored;
    countParts(report, body, identity !== null);
    const times = memory.clock.observe(report.sent, clock(), now);
    const incoming = { device, request, body, report, memory, times, now };
    if (identity === null) return endSessions(incoming);
    const accountId = await resolveAccount(identity, request.deadline);
    return accountId === null ? unknownDevice : takeReport(incoming, accountId);
  }

  async function takeReport(incoming: Incoming, accountId: string): Promise<Answer> {
    const { report, memory, times, device } = incoming;
    const facts = translateReport(report, accountId, times);
    const described = describer.describe(directory.currentOrStale(), accountId, report.player, times);
    await append(incoming, new Map([[accountId, facts]]), described === null ? [] : [described]);
    if (described !== null) describer.remember(accountId, report.player);
    if (facts.sessionEnds.length > 0) memory.accounts.delete(accountId);
    else rememberAccount(memory, accountId, facts.presence);
    logger.debug({ device: device.id, skipped: report.skipped.size }, 'took a report');
    return accepted;
  }

  /** A client that shuts down may no longer know whose it was: ingest does (decisions.md, Presence and time). */
  async function endSessions(incoming: Incoming): Promise<Answer> {
    const { report, memory, times } = incoming;
    const facts = new Map<string, Facts>();
    if (report.events.some(({ type }) => type === 'clientShutdown')) {
      for (const [accountId, presence] of memory.accounts) {
        facts.set(accountId, shutdownFacts(report, times, presence));
      }
    }
    await append(incoming, facts, []);
    for (const accountId of facts.keys()) memory.accounts.delete(accountId);
    return accepted;
  }

  /** Appends the body, what the device and its accounts are said to be, and the news among the facts, together. */
  async function append(
    incoming: Incoming,
    facts: ReadonlyMap<string, Facts>,
    described: readonly NewEvent[],
  ): Promise<void> {
    const { device, memory, now, request } = incoming;
    const news = [...facts].map(
      ([accountId, said]) => [accountId, unchanged.select(accountId, device.id, said, now)] as const,
    );
    const [subject = device.memberId] = facts.keys();
    const seen = seenEvents(incoming);
    const events = [
      rawPayload(incoming, subject),
      ...seen,
      ...described,
      ...news.flatMap(([accountId, told]) => eventsOfNews(accountId, told)),
    ];
    try {
      await appendWithin(request.deadline, events);
    } catch (error) {
      for (const accountId of facts.keys()) unchanged.forget(accountId);
      throw error;
    }
    for (const [, told] of news) told.remember();
    if (seen.length > 0) memory.seenAt = now;
  }

  async function appendWithin(deadline: Deadline, events: readonly NewEvent[]): Promise<void> {
    const done = metrics.appending();
    await deadline.within(journal.append(events, { deadlineMs: deadline.remainingMs() }));
    done();
  }

  function countParts(report: Report, body: JsonBody, named: boolean): void {
    const { skipped, skip } = countSkipped();
    if (body.damaged) skip('text_encoding');
    // Nobody can tell whose they are.
    if (!named) skip('event', report.events.filter(({ type }) => type !== 'clientShutdown').length);
    metrics.skipped(skipped);
    metrics.skipped(report.skipped);
  }

  return receive;
}

/** At most once an hour, over restarts too, as far as the directory knows. */
function seenEvents({ device, memory, times, now }: Incoming): NewEvent[] {
  const statedAgo = now - memory.seenAt;
  const knownAgo = times.receivedAt - (device.lastSeenAt ?? Number.NEGATIVE_INFINITY);
  if (Math.min(statedAgo, knownAgo) < deviceSeenEveryMs) return [];
  const about = { subject: device.memberId, source: 'ha' } as const;
  return [newEvent(deviceSeen, about, { device_id: device.id, at: times.receivedAt })];
}

/** The body as received, for support and re-translation. */
function rawPayload({ device, request, body }: Incoming, subject: string): NewEvent {
  const version = request.pluginVersion;
  return newEvent(
    payloadReceived,
    { subject, source: 'ha' },
    {
      device_id: device.id,
      plugin: 'ha',
      plugin_version: version === null ? null : storableText(version, nameLengthMax),
      body: body.text,
    },
  );
}
