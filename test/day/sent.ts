import { createGuild } from '../../services/demo/guild.ts';
import type { SentReport } from '../../services/demo/play/report.ts';

/**
 * A report of the simulated guild with what its times come to (rules/presence.md#time-of-a-report).
 * Epoch ms.
 */
export interface Sent {
  readonly report: SentReport;
  readonly received: number;
  /** Add this to a time of the player's PC to get the hub's time. */
  readonly offset: number;
  readonly at: number;
  readonly late: boolean;
  /** The account's own character, not the character of a seasonal world. */
  readonly own: boolean;
}

const stepMs = 30_000;

/** By player name, in the order in which the hub received the reports. */
export function sentReports(options: {
  readonly players: number;
  readonly seed: number;
  readonly startedAt: number;
  readonly until: number;
}): Map<string, Sent[]> {
  const guild = createGuild({ ...options, play: 'people' });
  const byPlayer = new Map<string, Sent[]>(guild.players.map((name) => [name, []]));
  let received = 0;
  for (let now = options.startedAt; now <= options.until; now += stepMs) {
    for (const message of guild.advance(now)) {
      received = Math.max(received, message.at);
      const report: SentReport = JSON.parse(message.body);
      const earlier = byPlayer.get(guild.players[message.player] ?? '') ?? [];
      earlier.push(timed(report, received, earlier));
    }
  }
  return byPlayer;
}

/** @param earlier reports of the same plugin */
export function timed(report: SentReport, received: number, earlier: readonly Sent[]): Sent {
  const hourAgo = received - 3_600_000;
  const delays = earlier
    .filter((sent) => sent.received > hourAgo)
    .map((sent) => sent.received - sent.report.timestamp);
  const offset = Math.min(received - report.timestamp, ...delays);
  const at = Math.min(received, report.timestamp + offset);
  const own = !report.player.worldTypes.includes('SEASONAL');
  return { report, received, offset, at, late: received - at > 30_000, own };
}

/** Only these reports give skills and items. */
export function current(sent: readonly Sent[]): Sent[] {
  return sent.filter(({ own, late }) => own && !late);
}

/** A time of the player's PC by the hub's clock. */
export function corrected({ received, offset }: Sent, timestamp: number): number {
  return Math.min(received, timestamp + offset);
}

export const iso = (ms: number): string => new Date(ms).toISOString();
