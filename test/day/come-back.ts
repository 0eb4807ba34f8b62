import { createHistoryTranslator, reportedAccount } from '../../services/demo/history/history-translator.ts';
import type { ReportedPlayer, SentReport } from '../../services/demo/play/report.ts';
import type { HubCore } from '../../services/standalone/open-core.ts';
import { type Sent, timed } from './sent.ts';

interface Return {
  readonly agoMs: number;
  readonly change: (report: SentReport) => object;
}

/**
 * Changes of the last report of the day: every way to be in or out of the game, and half a report.
 */
const returns: readonly Return[] = [
  { agoMs: 250_000, change: () => ({}) },
  { agoMs: 250_000, change: () => ({ tickDelay: 500 }) },
  { agoMs: 0, change: () => ({}) },
  { agoMs: 0, change: () => ({ state: 'LOGIN_SCREEN' }) },
  { agoMs: 0, change: () => ({ state: 'HOPPING' }) },
  { agoMs: 0, change: ({ player }) => ({ player: { ...player, worldTypes: ['SEASONAL'] } }) },
  { agoMs: 0, change: ({ player }) => ({ player: justLoggedIn(player) }) },
];

/**
 * Some players are back at the game now. Time alone changes no answer about a player in the next
 * two minutes.
 * @returns the reports of the day and the new reports
 */
export async function comeBack(
  { journal, hubSecret }: HubCore,
  sent: ReadonlyMap<string, readonly Sent[]>,
  now: number,
): Promise<Map<string, readonly Sent[]>> {
  const translator = createHistoryTranslator();
  const all = new Map(sent);
  const players = [...sent].filter(([, reports]) => reports.some(isWhole));
  for (const [player, { agoMs, change }] of returns.entries()) {
    const [name = '', reports = []] = players[player] ?? [];
    const last = reports.findLast(isWhole);
    if (last === undefined) throw new Error('too few played that day');
    const at = now - agoMs;
    // The tiles of the trail have times of the PC's clock, which had another offset that day.
    const standing = { ...last.report.player, locationTrail: [] };
    const still = {
      ...last.report,
      player: standing,
      state: 'LOGGED_IN',
      events: [],
      timestamp: at,
    } as const;
    const report: SentReport = { ...still, ...change(still) };
    all.set(name, [...reports, timed(report, at, reports)]);
    const past = await translator.read({ player, at, body: JSON.stringify(report), hasEvents: false });
    await journal.import(translator.translate(past, reportedAccount(hubSecret, past.report).id));
  }
  return all;
}

function isWhole({ own, report }: Sent): boolean {
  return own && report.player.stats !== undefined;
}

function justLoggedIn(player: ReportedPlayer): object {
  const { location: _, spellbook: __, stats: ___, inventory: ____, equipment: _____, ...rest } = player;
  return { ...rest, health: { current: 5, max: 99 }, world: '302' };
}
