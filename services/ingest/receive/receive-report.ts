import type { Device } from '../../../projections/access/directory/directory.ts';
import {
  type Answer,
  accepted,
  accountBlocked,
  ignored,
  rateLimited,
  unavailable,
  unknownDevice,
} from '../http/answer.ts';
import type { PluginRequest } from '../http/plugin-request.ts';
import { type JsonBody, readBody } from '../http/read-body.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import type { IngestMetrics } from '../ingest-metrics.ts';
import type { Facts } from '../plugins/ha-exporter/facts.ts';
import { readReport } from '../plugins/ha-exporter/read-report.ts';
import type { Report } from '../plugins/ha-exporter/report.ts';
import { countSkipped } from '../plugins/ha-exporter/skipped.ts';
import { shutdownFacts, translateReport } from '../plugins/ha-exporter/translate.ts';
import { createReportAppender } from './append-report.ts';
import { createAccountDescriber } from './describe-account.ts';
import { createDeviceMemories, rememberAccount } from './device-memory.ts';
import type { IncomingReport } from './incoming-report.ts';
import { createAccountResolver, identityOf } from './resolve-account.ts';

/** Takes the reports of paired devices: success is answered once everything in it is durable. */
export function createReportReceiver(
  deps: IngestDeps,
  metrics: IngestMetrics,
  monotonicNow: () => number,
): (device: Device, request: PluginRequest) => Promise<Answer> {
  const { directory, clock } = deps;
  const memoryOf = createDeviceMemories();
  const resolveAccount = createAccountResolver(deps);
  const describer = createAccountDescriber();
  const append = createReportAppender(deps, metrics);

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
    countSkippedParts(metrics, report, body, identity !== null);
    const times = memory.clock.observe(report.sent, clock(), now);
    const incoming = { device, request, body, report, memory, times, now };
    if (identity === null) return endSessions(incoming);
    const resolved = await resolveAccount(identity, request.deadline);
    if (resolved === 'blocked') return accountBlocked;
    return resolved === null ? unlinked(device) : takeReport(incoming, resolved.accountId);
  }

  /** The fold links nothing for a member who left; for any other reason the plugin must not give up. */
  function unlinked(device: Device): Answer {
    const member = directory.currentOrStale().members.get(device.memberId);
    return member?.active === true ? unavailable : unknownDevice;
  }

  async function takeReport(incoming: IncomingReport, accountId: string): Promise<Answer> {
    const { report, memory, times } = incoming;
    const facts = translateReport(report, accountId, times);
    const described = describer.describe(directory.currentOrStale(), accountId, report.player, times);
    await append(incoming, new Map([[accountId, facts]]), described === null ? [] : [described]);
    if (described !== null) describer.remember(accountId, report.player);
    if (times.late) return accepted;
    if (facts.sessionEnds.length > 0) memory.accounts.delete(accountId);
    else rememberAccount(memory, accountId, facts.presence);
    return accepted;
  }

  /** A client that shuts down may no longer know whose it was: ingest does (decisions.md, Presence and time). */
  async function endSessions(incoming: IncomingReport): Promise<Answer> {
    const { report, memory, times } = incoming;
    const facts = new Map<string, Facts>();
    if (report.events.some(({ type }) => type === 'clientShutdown')) {
      const { erased } = directory.currentOrStale();
      for (const [accountId, presence] of memory.accounts) {
        if (erased.has(accountId)) memory.accounts.delete(accountId);
        else facts.set(accountId, shutdownFacts(report, times, presence));
      }
    }
    await append(incoming, facts, []);
    for (const accountId of facts.keys()) memory.accounts.delete(accountId);
    return accepted;
  }

  return receive;
}

function countSkippedParts(metrics: IngestMetrics, report: Report, body: JsonBody, named: boolean): void {
  const { skipped, skip } = countSkipped();
  if (body.damaged) skip('text_encoding');
  // Nobody can tell whose they are.
  if (!named) skip('event', report.events.filter(({ type }) => type !== 'clientShutdown').length);
  metrics.skipped(skipped);
  metrics.skipped(report.skipped);
}
