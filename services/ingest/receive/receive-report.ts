import type { Device, Directory } from '../../../projections/access/directory/directory.ts';
import { type Facts, shutdownFacts } from '../facts/facts.ts';
import type { GameKeeper } from '../game/game-memory.ts';
import { learnFromReport } from '../game/learn-from-reports.ts';
import {
  type Answer,
  accepted,
  blockedByOwner,
  ignored,
  rateLimited,
  tooManyAccounts,
  unavailable,
  unknownDevice,
} from '../http/answer.ts';
import type { OngoingWork } from '../http/background-work.ts';
import type { Deadline } from '../http/deadline.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import type { IngestMetrics } from '../ingest-metrics.ts';
import { carriesEvents, type Plugin, type PluginReport, type PluginRequest } from '../plugin.ts';
import { createReportAppender, type IncomingReport } from './append/append-report.ts';
import { createAccountDescriber } from './append/describe-account.ts';
import { createDeviceMemories, type DeviceMemory, forgetAccount } from './device-memory.ts';
import { createAccountResolver, identityOf } from './identify/resolve-account.ts';
import { createBoundState } from './limits/account-size-limit.ts';
import { createTurns } from './limits/member-concurrency-limit.ts';
import { readWithinLimits, refuseTooLarge } from './limits/read-within-limits.ts';
import { factsOfPlayer, judgedPlayer } from './worlds/facts-on-world.ts';
import {
  createLastWorlds,
  factsInWorld,
  forgetSession,
  type LastWorlds,
  playerInItsWorld,
  rememberReported,
} from './worlds/last-worlds.ts';

export interface ReportReceiver {
  readonly receive: ReceiveReport;
  /** Refuses a body that the device sent and that grew beyond this many bytes as it came in. */
  refuseLarge(device: Device, bytesMax: number): Answer;
}

/** Takes a report that the device sent through the plugin. */
export type ReceiveReport = (
  plugin: Plugin,
  device: Device,
  request: PluginRequest,
  deadline: Deadline,
) => Promise<Answer>;

/**
 * Reports of one member that are worked on at a time, and that may wait for it. A client sends one after the other. Of a
 * report of 200 KB the hub makes 3 MB on its way into the log: 16 at once drove a hub of 500 players to 340 MB.
 */
const turnsOfMember = { atOnce: 2, waitingMax: 64 };

/**
 * Takes the reports of paired devices: success is answered once everything in it is durable. One receiver serves all
 * plugins, because an account may be reported through several, and what one has just reported need not be stored again.
 */
export function createReportReceiver(deps: IngestDeps, parts: ReceiverParts): ReportReceiver {
  const memoryOf = createDeviceMemories(deps.limits);
  const receive = createReceiver(deps, parts, memoryOf);
  const turns = createTurns(turnsOfMember);
  return {
    receive: async (plugin, device, request, deadline) => {
      const endTurn = await turns.take(device.memberId, deadline);
      if (endTurn === null) return rateLimited(1, 'Too many reports of this member at once.');
      try {
        return await receive(plugin, device, request, deadline);
      } finally {
        endTurn();
      }
    },
    refuseLarge: (device, bytesMax) => refuseTooLarge(memoryOf(device.id), bytesMax, parts.monotonicNow()),
  };
}

interface ReceiverParts {
  readonly metrics: IngestMetrics;
  readonly monotonicNow: () => number;
  readonly ongoing: OngoingWork;
  readonly game: GameKeeper;
}

function createReceiver(
  deps: IngestDeps,
  { metrics, monotonicNow, ongoing, game }: ReceiverParts,
  memoryOf: (deviceId: string) => DeviceMemory,
): ReceiveReport {
  const { directory, clock } = deps;
  const resolveAccount = createAccountResolver(deps, ongoing);
  const describer = createAccountDescriber();
  const worlds = createLastWorlds();
  const boundState = createBoundState(deps, metrics);
  const append = createReportAppender(deps, { metrics, game });

  async function takeReport(incoming: IncomingReport, accountId: string): Promise<Answer> {
    const { plugin, report, memory, times, now } = incoming;
    const judged = judgedPlayer(plugin, await playerInItsWorld(deps, worlds, incoming, accountId), game);
    const said = factsInWorld(plugin.translate(report, accountId, times, game), judged.player, times);
    const taken = factsOfPlayer(said, judged, times);
    metrics.skipped(taken.skipped);
    const facts = await boundState(accountId, taken.facts);
    const about = { accountId, player: judged.player, times, source: plugin.source };
    const described = describer.describe(directory.currentOrStale(), about);
    await append(incoming, new Map([[accountId, facts]]), described === null ? [] : [described]);
    if (described !== null) describer.remember(accountId, judged.player);
    const namedWorld = report.player.world !== null;
    const placed = { player: judged.player, namedWorld, now };
    if (!times.late) rememberReported({ memory, worlds }, accountId, facts, placed);
    return accepted;
  }

  /**
   * A client that shuts down may no longer know which account it played, but ingest remembers it (decisions.md, Presence
   * and time).
   */
  async function endSessions(incoming: IncomingReport): Promise<Answer> {
    const { report, memory } = incoming;
    const facts = report.endsSession
      ? shutdownsOf(incoming, directory.currentOrStale(), game)
      : new Map<string, Facts>();
    await append(incoming, facts, []);
    for (const [accountId, said] of facts) forgetEnded({ memory, worlds }, accountId, said);
    return accepted;
  }

  return async (plugin, device, request, deadline) => {
    const memory = memoryOf(device.id);
    const report = await readWithinLimits(plugin, request, memory, monotonicNow);
    if ('status' in report) return report;
    const now = monotonicNow();
    const identity = identityOf(report.player, device);
    if (identity === null && !carriesEvents(report)) return ignored;
    countSkipped(metrics, report, identity !== null);
    const times = memory.clock.observe(report.sent, clock(), now, carriesEvents(report));
    learnFromReport(game, plugin, report, times.late);
    const incoming = { plugin, device, report, memory, times, deadline, now };
    if (identity === null) return endSessions(incoming);
    const resolved = await resolveAccount(identity, plugin.source, deadline);
    if (resolved === 'blocked') return blockedByOwner;
    if (resolved === 'too many') return tooManyAccounts;
    return resolved === null
      ? unlinked(directory.currentOrStale(), device)
      : takeReport(incoming, resolved.accountId);
  };
}

/** What a shutdown says of each account that the device reported; those that it may not report any more are forgotten. */
function shutdownsOf(
  { plugin, device, report, memory, times }: IncomingReport,
  { accounts, erased }: Directory,
  game: GameKeeper,
): Map<string, Facts> {
  const facts = new Map<string, Facts>();
  for (const [accountId, reported] of memory.accounts) {
    const isBlocked = accounts.get(accountId)?.blockedIds.includes(device.memberId) === true;
    if (erased.has(accountId) || isBlocked) forgetAccount(memory, accountId);
    else {
      const said = plugin.translate(report, accountId, times, game);
      facts.set(accountId, shutdownFacts(said, reported, times));
    }
  }
  return facts;
}

/** Of an account that the device saw hours ago nothing has ended, as it may be played on another one meanwhile. */
function forgetEnded(
  known: { readonly memory: DeviceMemory; readonly worlds: LastWorlds },
  accountId: string,
  { sessionEnds }: Facts,
): void {
  if (sessionEnds.length > 0) forgetSession(known, accountId);
  else forgetAccount(known.memory, accountId);
}

/** The answer where the fold linked no account. Only for a member who left is it one that makes the plugin give up. */
function unlinked(directory: Directory, device: Device): Answer {
  return directory.members.get(device.memberId)?.active === true ? unavailable : unknownDevice;
}

function countSkipped(metrics: IngestMetrics, { skipped, gameEvents }: PluginReport, named: boolean): void {
  metrics.skipped(skipped);
  // The report names no player, so its game events belong to no account.
  if (!named && gameEvents > 0) metrics.skipped(new Map([['event', gameEvents]]));
}
