import {
  diaryAreasOf,
  diaryVariables,
  valueWhenDone,
} from '../../../projections/account-achievements/queries/diary-areas.ts';
import { realLevel, skills, totalLevelMax } from '../../../shared/domain/skill.ts';
import type { diaryTiers } from '../game/achievements.ts';
import type { XpBySkill } from '../game/skills.ts';

/** The shares of the highest total level at which lists of a player begin and are complete. */
const [emptyAt, completeAt] = [0.2, 0.85];

/** How much of quests, diaries and combat achievements a character has finished, 0 to 1. */
export function listProgress(xp: XpBySkill): number {
  const level = skills.reduce((sum, skill) => sum + realLevel(xp[skill]), 0) / totalLevelMax;
  return Math.max(0, Math.min(1, (level - emptyAt) / (completeAt - emptyAt)));
}

const karamjaElite = 10;
const karamjaTasks = 23;
/** The bits of an area by rising tier; elite tasks begin about here. */
const eliteFrom = 36;
const [bitsMin, bitsMax] = [6, 47];

/** As a plugin sends the diaries. @param progress 0 to 1 */
export function diaryVariablesAt(progress: number): number[] {
  const doneOf = (area: number) =>
    Math.round(bitsMin + progress * (bitsMax - bitsMin)) + ((area * 7) % 11) - 5;
  return Array.from({ length: diaryVariables }, (_, place) => {
    if (place >= karamjaTasks) return place - karamjaTasks < doneOf(0) ? valueWhenDone(place) : 0;
    if (place === karamjaElite) return doneOf(0) > eliteFrom ? -1 : 0;
    const inPairs = place < karamjaElite ? place : place - 1;
    const done = (1n << BigInt(doneOf(inPairs >> 1))) - 1n;
    return Number(BigInt.asIntN(32, inPairs % 2 === 0 ? done : done >> 32n));
  });
}

/** The tier of the newest finished tasks of an area; null without one. @param progress 0 to 1 */
export function diaryTierAt(progress: number, region: string): (typeof diaryTiers)[number] | null {
  const areas = diaryAreasOf(diaryVariablesAt(progress)) ?? [];
  const tiers = areas.find(({ area }) => area === region)?.tiers ?? [];
  return tiers.findLast(({ completed }) => completed > 0)?.tier ?? null;
}
