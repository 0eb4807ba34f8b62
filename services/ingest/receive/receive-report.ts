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
import { createReportAppender } from './append/append-report.ts';
import { createAccountDescriber } from './append/describe-account.ts';
import { createDeviceMemories, type DeviceMemory } from './device-memory.ts';
import type { HoldingsAppender } from './holdings/append-holdings.ts';
import { createOwnershipOfHoldings } from './holdings/holdings-of-owner.ts';
import { createAccountFinder } from './identify/account-of-report.ts';
import { identityOf, type ReportedIdentity } from './identify/reported-identity.ts';
import type { IncomingReport } from './incoming-report.ts';
import { createAccountSizeLimit } from './limits/account-entry-limit.ts';
import { createMemberConcurrencyLimit } from './limits/member-concurrency-limit.ts';
import { readWithinLimits, refuseTooLarge } from './limits/read-within-limits.ts';
import type { TilesAppender } from './tiles/append-tiles.ts';
import { createLastWorlds, findLastWorld, rememberWorld } from './translate/last-worlds.ts';
import { createOtherCharacters } from './translate/other-character.ts';
import { hasLeft, withoutOvertaken } from './translate/overtaken-reports.ts';
import { needsLastWorld, unknownWorld } from './translate/resolve-world.ts';
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
  readonly holdings: HoldingsAppender;
  readonly tiles: TilesAppender;
}

/**
 * Receives the reports of paired devices, in these steps:
 *
 * 1. `limits/`: read the body within the limits of its member and its device.
 * 2. `identify/`: find the account, or create it at the first contact.
 * 3. `translate/`: translate the report into facts about the account.
 * 4. `new-facts/`, `holdings/` and `tiles/`: select the facts that are new, or due to be repeated.
 * 5. `append/`: append events. The answer waits until the events are durable.
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
  { metrics, monotonicNow, backgroundWork, game, holdings, tiles }: ReceiverParts,
  memoryOf: (deviceId: string) => DeviceMemory,
): ReceiveReport {
  const { directory, clock } = deps;
  const findAccount = createAccountFinder(deps, backgroundWork);
  const describer = createAccountDescriber();
  const worlds = createLastWorlds();
  const otherCharacters = createOtherCharacters(deps, metrics);
  const limitAccountSize = createAccountSizeLimit(deps, metrics);
  const append = createReportAppender(deps, { metrics, game, holdings, tiles });
  const leaveOutHoldings = createOwnershipOfHoldings(metrics);

  async function receiveForAccount(incoming: IncomingReport, accountId: string): Promise<Answer> {
    const { plugin, report, playerMemory, times, now } = incoming;
    const lastWorld = needsLastWorld(report.player)
      ? await findLastWorld(deps, worlds, accountId, now)
      : unknownWorld;
    const translated = translateReport({ plugin, report, accountId, times, lastWorld }, game);
    metrics.skipped(translated.skipped);
    const { player } = translated;
    const own = await otherCharacters.leaveOut(plugin, accountId, translated, now);
    const known = directory.currentOrStale();
    const allowed = leaveOutHoldings(own, known.accounts.get(accountId)?.ownerId ?? null, incoming);
    const facts = withoutOvertaken(await limitAccountSize(accountId, allowed), incoming);
    const account = { accountId, player, times, source: plugin.source };
    const description = describer.describe(known, account);
    await append(incoming, new Map([[accountId, facts]]), description === null ? [] : [description]);
    if (description !== null) describer.remember(known, account);
    if (hasLeft(facts)) playerMemory.leftAt = now;
    const isWorldNamed = report.player.world !== null;
    if (!times.isLate) rememberWorld(worlds, accountId, facts, { player, isWorldNamed, now });
    return { ...accepted, message: messageOf(report, true) };
  }

  /**
   * Keeps the body of a report that belongs to no account. A shutdown without a player ends no
   * session: the player may play on another client.
   */
  async function receiveWithoutAccount(incoming: IncomingReport): Promise<Answer> {
    const { gameEventCount } = incoming.report;
    if (gameEventCount > 0) metrics.skipped(new Map([['event', gameEventCount]]));
    await append(incoming, new Map(), []);
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
    learnFromReport(game, plugin, report, times.isLate);
    const incoming = { plugin, device, report, memory, playerMemory, times, deadline, now };
    const found = await findAccount(incoming);
    if (found === 'unknown') return receiveWithoutAccount(incoming);
    if (found === 'blocked') return { ...blockedByOwner, message: unused };
    if (found === 'too many') return { ...tooManyAccounts, message: unused };
    if (found === null) return answerWithoutAccount(directory.currentOrStale(), device);
    return receiveForAccount(incoming, found.accountId);
  };
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
