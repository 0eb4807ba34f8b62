import { isDeepStrictEqual } from 'node:util';
import type { Sent } from './sent.ts';

/** A value with the time of its report and the time when the hub received it, epoch ms. */
export interface ReportedPart {
  readonly value: unknown;
  readonly at: number;
  readonly received: number;
}

/**
 * Parts by name, like `presence`, `health` or `stats/Attack`; a part that was never sent is absent.
 */
export type LiveState = ReadonlyMap<string, ReportedPart>;

/** Ingest appends an unchanged part at most this often: presence a dozen times in a timeout. */
const presenceEveryMs = 186_000 / 12;
const partEveryMs = 20_000;

export function liveState(sent: readonly Sent[]): LiveState {
  const state = new Map<string, ReportedPart>();
  for (const each of sent) {
    if (each.late) continue;
    const { at, received } = each;
    for (const [part, value] of partsOf(each)) {
      const last = state.get(part);
      const silence = part === 'presence' ? presenceEveryMs : partEveryMs;
      if (last && received - last.received < silence && isDeepStrictEqual(last.value, value)) continue;
      state.set(part, { value, at, received });
    }
  }
  return state;
}

/** On a seasonal world the player is another character, so only presence counts for the account. */
function partsOf({ report: { player, events, state, tickDelay }, own }: Sent): [string, unknown][] {
  const ended = events.some(({ type }) => type === 'clientShutdown');
  const presence = { state, ended, world: Number(player.world), special: !own, tickDelay };
  if (!own) return [['presence', presence]];
  const { health, prayerPoints, spellbook, location, equipment, inventory } = player;
  const skills = Object.entries(player.stats?.skills ?? {});
  const parts: [string, unknown][] = [
    ['presence', presence],
    ...Object.entries({ health, prayerPoints, spellbook, location, equipment, inventory }),
    ...skills.map(([skill, value]): [string, unknown] => [`stats/${skill}`, value]),
  ];
  return parts.filter(([, value]) => value !== undefined);
}
