import { deriveAccountId, type Identity } from '../../../shared/domain/account-id.ts';
import type { NewEvent } from '../../../shared/events/event.ts';
import type { TimedEvent } from '../../../shared/log/journal.ts';
import { reportsUrl } from '../../demo/client/endpoint.ts';
import type { Message } from '../../demo/guild.ts';
import { unknownGame } from '../../ingest/game/known-game.ts';
import { carriesEvents, noHead, type PluginReport } from '../../ingest/plugin.ts';
import { registeredPlugins } from '../../ingest/plugins/registered.ts';
import { createDeviceClock, type DeviceClock } from '../../ingest/receive/clock-correction.ts';
import { eventsOfNews } from '../../ingest/receive/events-of-news.ts';
import { takenFacts } from '../../ingest/receive/facts.ts';
import { createUnchangedParts } from '../../ingest/receive/unchanged-parts.ts';

/** A message of a simulated past, read as the plugin's endpoint would have read it. */
export interface HistoryReport {
  readonly player: number;
  /** When the hub would have received it, epoch ms. */
  readonly at: number;
  readonly report: PluginReport;
}

/** The adapter of the plugin that the simulated players use. */
const plugin = adapterAt(reportsUrl);
export const historySource = plugin.source;

export interface HistoryTranslator {
  /** Reads a message; messages have to be given in the order in which they were sent. */
  read(message: Message): Promise<HistoryReport>;
  /** The events that ingest would have appended, with the times at which it would have appended them. */
  translate(past: HistoryReport, accountId: string): TimedEvent[];
}

/**
 * Turns messages into events with the code of ingest, but by the clock of the simulation. One translator gets the messages
 * of all players, oldest first, and like ingest it leaves out parts that have not changed.
 */
export function createHistoryTranslator(): HistoryTranslator {
  const unchanged = createUnchangedParts({ soleProcess: true });
  const clocks = new Map<number, DeviceClock>();
  let receivedAt = 0;

  function clockOf(player: number): DeviceClock {
    const known = clocks.get(player) ?? createDeviceClock();
    clocks.set(player, known);
    return known;
  }

  return {
    read: async ({ player, at: sentAt, body }) => {
      // A resend can be older than messages of an earlier step of the simulation, but times in the log never go back.
      receivedAt = Math.max(receivedAt, sentAt);
      const at = receivedAt;
      const report = await plugin.read({ head: noHead, body: Buffer.from(body) });
      if ('status' in report) throw new Error('a simulated plugin was refused');
      return { player, at, report };
    },
    translate: ({ player, at, report }, accountId) => {
      const times = clockOf(player).observe(report.sent, at, at, carriesEvents(report));
      const said = plugin.translate(report, accountId, times, unknownGame);
      const facts = takenFacts(said, report.player.specialWorld ?? false, times);
      const news = unchanged.select(accountId, historySource, facts, at);
      news.remember();
      const events = eventsOfNews(accountId, historySource, news);
      return events.map((event: NewEvent) => ({ ...event, appendTime: at }));
    },
  };
}

function adapterAt(url: string) {
  const adapter = registeredPlugins.find(({ paths }) => paths.some((path) => path.url === url));
  if (adapter === undefined) throw new Error('no adapter takes what simulated plugins send');
  return adapter;
}

/** The account that a simulated plugin reports; its id is right because simulated accounts are never erased. */
export function reportedAccount(
  hubSecret: Buffer,
  { player }: PluginReport,
): { readonly identity: Identity; readonly id: string } {
  const { identity } = player;
  if (identity === null) throw new Error('a simulated plugin names its account');
  return { identity, id: deriveAccountId(hubSecret, identity, 0) };
}
