import { deriveAccountId, type Identity } from '../../../shared/domain/account-id.ts';
import type { TimedEvent } from '../../../shared/log/journal.ts';
import { usableFacts } from '../../ingest/facts/facts.ts';
import { emptyGame } from '../../ingest/game/known-game.ts';
import { hasEventsOrSessionEnd, noHead, type PluginReport } from '../../ingest/plugin-adapter.ts';
import { registeredPlugins } from '../../ingest/plugins/registered.ts';
import { type AccountMemory, emptyMemory } from '../../ingest/receive/account/account-memory.ts';
import { decideFacts, withAppended } from '../../ingest/receive/account/decide.ts';
import { createDeviceClock, type DeviceClock } from '../../ingest/receive/device-clock.ts';
import { reportsUrl } from '../client/endpoint.ts';
import type { GuildMessage } from '../guild.ts';

export interface HistoryReport {
  readonly player: number;
  /** Receive time, epoch ms. */
  readonly at: number;
  readonly report: PluginReport;
}

const plugin = adapterAt(reportsUrl);
export const historySource = plugin.source;

/** Simulated players report no holdings of a member, and everything may wait. */
const historyReports = {
  memberId: '',
  isSoleProcess: true,
  room: { tiles: Number.POSITIVE_INFINITY, holdingBytes: Number.POSITIVE_INFINITY },
  logs: new Map(),
};

/**
 * Turns messages into events with the code of ingest, by the clock of the simulation. Gives new
 * facts only. All players share a translator.
 */
export function createHistoryTranslator() {
  const memories = new Map<string, AccountMemory>();
  const clocks = new Map<number, DeviceClock>();
  let receivedAt = 0;

  function clockOf(player: number): DeviceClock {
    const known = clocks.get(player) ?? createDeviceClock();
    clocks.set(player, known);
    return known;
  }

  return {
    /** Messages must be given in the order of sending. */
    read: async ({ player, at: sentAt, body }: GuildMessage): Promise<HistoryReport> => {
      // A resend can be older than messages of an earlier step, but times in the log never
      // decrease.
      receivedAt = Math.max(receivedAt, sentAt);
      const at = receivedAt;
      const report = await plugin.read({ head: noHead, body: Buffer.from(body) });
      if ('status' in report) throw new Error('the hub refused a message of a simulated plugin');
      return { player, at, report };
    },
    translate: ({ player, at, report }: HistoryReport, accountId: string): TimedEvent[] => {
      const times = clockOf(player).observe(report.sentAt, at, at, hasEventsOrSessionEnd(report));
      const translated = plugin.translate(report, accountId, times, emptyGame);
      const facts = usableFacts(translated, report.player.specialWorld ?? false, times);
      const memory = memories.get(accountId) ?? emptyMemory();
      const about = { ...historyReports, accountId, source: historySource, now: at };
      const decision = decideFacts(memory, { ...about, facts });
      memories.set(accountId, withAppended(decision.next, decision, at));
      return decision.events.map((event) => ({ ...event, appendTime: at }));
    },
  };
}

function adapterAt(url: string) {
  const adapter = registeredPlugins.find(({ paths }) => paths.some((path) => path.url === url));
  if (adapter === undefined) throw new Error('no plugin is registered for the messages of simulated players');
  return adapter;
}

/** The id is derived with 0 erasures, because simulated accounts are never erased. */
export function reportedAccount(
  hubSecret: Buffer,
  { player }: PluginReport,
): { readonly identity: Identity; readonly id: string } {
  const { identity } = player;
  if (identity === null) throw new Error('a simulated plugin named no account');
  return { identity, id: deriveAccountId(hubSecret, identity, 0) };
}
