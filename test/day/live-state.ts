import { isDeepStrictEqual } from 'node:util';
import type { Sent } from './sent.ts';

/** What was last taken of a part of an account: by whose report, and when that came. Epoch ms. */
export interface Told {
  readonly value: unknown;
  readonly at: number;
  readonly received: number;
}

/** By `presence`, `health`, `stats/Attack` and so on, the reports' own words; a part never sent is absent. */
export type LiveState = ReadonlyMap<string, Told>;

/** Ingest says of a part that stays as it is no more than that often that it was reported again. */
const presenceEveryMs = 30_000;
const partEveryMs = 20_000;

/** What is known of an account now: of each part what the last report said that carried it. */
export function liveState(sent: readonly Sent[]): LiveState {
  const told = new Map<string, Told>();
  for (const each of sent) {
    if (each.late) continue;
    const { at, received } = each;
    for (const [part, value] of partsOf(each)) {
      const last = told.get(part);
      const silence = part === 'presence' ? presenceEveryMs : partEveryMs;
      if (last && received - last.received < silence && isDeepStrictEqual(last.value, value)) continue;
      told.set(part, { value, at, received });
    }
  }
  return told;
}

/** On a seasonal world the player is another character: nothing but presence is told of the account. */
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
