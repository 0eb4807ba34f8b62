import type { Directory } from '../../../projections/access/directory/directory.ts';
import { type Device, identityKey } from '../../../projections/access/model/entities.ts';
import type { GameMemory } from '../game/game-memory.ts';
import { learnFromReport } from '../game/learn-from-reports.ts';
import {
  type Answer,
  type AnsweredMessage,
  accepted,
  blockedByOwner,
  ignored,
  rateLimited,
  tooManyAccounts,
  unavailable,
  unknownDevice,
} from '../http/answer.ts';
import type { BackgroundWork } from '../http/background-work.ts';
import type { Deadline } from '../http/deadline.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import type { IngestMetrics } from '../ingest-metrics.ts';
import {
  hasEventsOrSessionEnd,
  type Plugin,
  type PluginReport,
  type PluginRequest,
} from '../plugin-adapter.ts';
import { decide, type ReportDecision } from './account/decide.ts';
import type { RememberedAccount, RememberedAccounts } from './account/keep-accounts.ts';
import { loadCharacter, loadHoldings, loadSkillNames, loadWorld } from './account/load-account.ts';
import { createReportAppender } from './append/append-report.ts';
import { createDeviceMemories, type DeviceMemory } from './device-memory.ts';
import { eventsOfHoldings } from './holdings/events-of-holdings.ts';
import { createAccountFinder } from './identify/account-of-report.ts';
import { identityOf, type ReportedIdentity } from './identify/reported-identity.ts';
import type { IncomingReport } from './incoming-report.ts';
import { createMemberConcurrencyLimit } from './limits/member-concurrency-limit.ts';
import { readWithinLimits, refuseTooLarge } from './limits/read-within-limits.ts';
import { mayBeOtherCharacter } from './translate/other-character.ts';
import { needsLastWorld } from './translate/resolve-world.ts';
import { translateReport } from './translate/translate-report.ts';

export interface ReportReceiver {
  readonly receive: ReceiveReport;
  /** Refuses a body that grew over this many bytes. Counts the body in the limits of its device. */
  refuseLarge(device: Device, bytesMax: number): Answer;
}

export type ReceiveReport = (
  plugin: Plugin,
  device: Device,
  request: PluginRequest,
  deadline: Deadline,
) => Promise<Answer>;

/** A large report needs much memory (decision 007). */
const memberReports = { runningMax: 2, waitingMax: 64 };

interface ReceiverParts {
  readonly metrics: IngestMetrics;
  readonly monotonicNow: () => number;
  readonly backgroundWork: BackgroundWork;
  readonly game: GameMemory;
  readonly accounts: RememberedAccounts;
}

/**
 * Receives the reports of paired devices, in these steps:
 *
 * 1. `limits/`: read the body within the limits of its member and its device.
 * 2. `identify/`: find the account, or create it at the first contact.
 * 3. `account/`: load what the memory of the account lacks.
 * 4. `translate/`: translate the report into facts about the account.
 * 5. `account/decide.ts`, by the rules of `new-facts/`, `holdings/` and `tiles/`: decide which
 *    events the facts become, and which facts wait.
 * 6. `append/`: append the events. The answer waits until the events are durable.
 *
 * One receiver serves all plugins, because several plugins may report the same account.
 */
export function createReportReceiver(deps: IngestDeps, parts: ReceiverParts): ReportReceiver {
  const memoryOf = createDeviceMemories(deps.limits);
  const receive = createReceiver(deps, parts, memoryOf);
  const concurrencyLimit = createMemberConcurrencyLimit(memberReports);
  return {
    receive: async (plugin, device, request, deadline) => {
      const leave = await concurrencyLimit.enter(device.memberId, deadline);
      if (leave === null) return rateLimited(1, 'Too many reports of this member at once.');
      try {
        return await receive(plugin, device, request, deadline);
      } finally {
        leave();
      }
    },
    refuseLarge: (device, bytesMax) => refuseTooLarge(memoryOf(device.id), bytesMax, parts.monotonicNow()),
  };
}

function createReceiver(
  deps: IngestDeps,
  parts: ReceiverParts,
  memoryOf: (deviceId: string) => DeviceMemory,
): ReceiveReport {
  const { metrics, monotonicNow, backgroundWork, game, accounts } = parts;
  const { directory, clock } = deps;
  const findAccount = createAccountFinder(deps, backgroundWork);
  const append = createReportAppender(deps, parts);

  async function receiveForAccount(incoming: IncomingReport, account: RememberedAccount): Promise<Answer> {
    const decision = await account.inTurn(() => decideReport(deps, parts, account, incoming));
    await append(incoming, { account, decision });
    if (decision.hasLeft) incoming.playerMemory.leftAt = incoming.now;
    return { ...accepted, message: messageOf(incoming.report, true) };
  }

  /**
   * Keeps the body of a report that belongs to no account. A shutdown without a player ends no
   * session: the player may play on another client.
   */
  async function receiveWithoutAccount(incoming: IncomingReport): Promise<Answer> {
    const { gameEventCount } = incoming.report;
    if (gameEventCount > 0) metrics.skipped(new Map([['event', gameEventCount]]));
    await append(incoming, null);
    return { ...accepted, message: messageOf(incoming.report, false) };
  }

  return async (plugin, device, request, deadline) => {
    const memory = memoryOf(device.id);
    const keyOf = ({ player }: PluginReport) => playerKey(identityOf(player, device));
    const report = await readWithinLimits(plugin, request, memory, monotonicNow, keyOf);
    if ('status' in report) return report;
    const now = monotonicNow();
    const identity = identityOf(report.player, device);
    const unused = messageOf(report, false);
    if (identity === null && !hasEventsOrSessionEnd(report)) return { ...ignored, message: unused };
    const playerMemory = memory.playerOf(playerKey(identity));
    metrics.skipped(report.skipped);
    const times = playerMemory.clock.observe(report.sentAt, clock(), now, hasEventsOrSessionEnd(report));
    const incoming = { plugin, device, report, memory, playerMemory, times, deadline, now };
    const found = await findAccount(incoming);
    const account = typeof found === 'object' && found !== null ? [found.accountId] : [];
    learnFromReport(game, plugin, report, times.isLate, [...account, device.memberId]);
    if (found === 'unknown') return receiveWithoutAccount(incoming);
    if (found === 'blocked') return { ...blockedByOwner, message: unused };
    if (found === 'too many') return { ...tooManyAccounts, message: unused };
    if (found === null) return answerWithoutAccount(directory.currentOrStale(), device);
    // A report that is decided too late continues, so that its holdings and tiles wait.
    const work = accounts.use(found.accountId, (account) => receiveForAccount(incoming, account));
    return deadline.within(backgroundWork.track(work));
  };
}

/** Translates a report and decides it, in the queue of its account. */
async function decideReport(
  deps: IngestDeps,
  { metrics, game, accounts }: ReceiverParts,
  account: RememberedAccount,
  incoming: IncomingReport,
): Promise<ReportDecision> {
  const { plugin, device, report, times, now } = incoming;
  const accountId = account.id;
  if (needsLastWorld(report.player)) await loadWorld(deps, account, now);
  const lastWorld = account.memory.world;
  const sent = translateReport({ plugin, report, accountId, times, lastWorld }, game);
  const translated = deps.keepsTiles ? sent : { ...sent, facts: { ...sent.facts, tiles: [] } };
  const { facts } = translated;
  if (mayBeOtherCharacter(plugin, translated)) await loadCharacter(deps, account, facts.skills, now);
  await loadSkillNames(deps, account, facts.skills, now);
  const reporter = { accountId, memberId: device.memberId, source: plugin.source };
  const logs = await loadHoldings(deps, account, eventsOfHoldings(reporter, facts), now);
  const decision = decide(account.memory, incoming, translated, {
    ...reporter,
    ...{ now, logs, room: accounts.room(), isSoleProcess: deps.isSoleProcess },
    directory: deps.directory.currentOrStale(),
  });
  metrics.skipped(translated.skipped);
  account.memory = decision.next;
  metrics.skipped(decision.skipped);
  return decision;
}

function messageOf(
  { kinds = [], pluginVersion, unknownSkillPlaces = [] }: PluginReport,
  isUsed: boolean,
): AnsweredMessage {
  return { kinds, pluginVersion, unknownSkillPlaces, isUsed };
}

function playerKey(identity: ReportedIdentity | null): string | null {
  return identity === null ? null : identityKey(identity.source, identity.externalId);
}

/** Only a device whose member left is told to give up the connection. */
function answerWithoutAccount(directory: Directory, device: Device): Answer {
  return directory.members.get(device.memberId)?.active === true ? unavailable : unknownDevice;
}
