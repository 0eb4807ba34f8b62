import { deriveAccountId, type Identity } from '../../../shared/domain/account-id.ts';
import type { NewEvent } from '../../../shared/events/event.ts';
import type { TimedEvent } from '../../../shared/log/journal.ts';
import type { Message } from '../../demo/guild.ts';
import { readReport } from '../../ingest/plugins/ha-exporter/read-report.ts';
import type { Report } from '../../ingest/plugins/ha-exporter/report.ts';
import { translateReport } from '../../ingest/plugins/ha-exporter/translate.ts';
import { createDeviceClock, type DeviceClock } from '../../ingest/receive/clock-correction.ts';
import { eventsOfNews } from '../../ingest/receive/events-of-news.ts';
import { createUnchangedParts } from '../../ingest/receive/unchanged-parts.ts';

/** A message that was sent in the past, as a plugin's endpoint would have read it then. */
export interface PastReport {
  readonly player: number;
  /** When the hub would have received it, epoch ms. */
  readonly at: number;
  readonly report: Report;
}

export interface PastTranslator {
  read(message: Message): PastReport;
  /** The events that ingest would have appended, with the times at which it would have: in the order of the calls. */
  translate(past: PastReport, accountId: string): TimedEvent[];
}

/**
 * Turns messages into events with the code that ingest uses, by the simulation's clock instead of the hub's. One
 * translator sees the messages of all players, oldest first; like ingest it leaves out what it was told before.
 */
export function createPastTranslator(): PastTranslator {
  const unchanged = createUnchangedParts({ soleProcess: true });
  const clocks = new Map<number, DeviceClock>();
  let receivedAt = 0;

  function clockOf(player: number): DeviceClock {
    const known = clocks.get(player) ?? createDeviceClock();
    clocks.set(player, known);
    return known;
  }

  return {
    read: ({ player, at, body }) => {
      // A resend can come in a later step of the simulation than what was sent after it; the log's time never falls.
      receivedAt = Math.max(receivedAt, at);
      return { player, at: receivedAt, report: readReport(JSON.parse(body)) };
    },
    translate: ({ player, at, report }, accountId) => {
      const times = clockOf(player).observe(report.sent, at, at);
      const facts = translateReport(report, accountId, times);
      const news = unchanged.select(accountId, `player ${player}`, facts, at);
      news.remember();
      return eventsOfNews(accountId, news).map((event: NewEvent) => ({ ...event, appendTime: at }));
    },
  };
}

/** The account that a simulated plugin reports. Nothing of a simulated guild was ever erased. */
export function accountOf(
  hubSecret: Buffer,
  { player }: Report,
): { readonly identity: Identity; readonly id: string } {
  if (player.accountHash === null) throw new Error('a simulated plugin names its account');
  const identity: Identity = { source: 'ha_hash', externalId: player.accountHash };
  return { identity, id: deriveAccountId(hubSecret, identity, 0) };
}
