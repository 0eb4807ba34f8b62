import {
  diaryVariables,
  valueWhenDone,
} from '../../../projections/account-achievements/queries/diary-areas.ts';

/** The number of RuneLite, July 2026. */
const questsInList = 211;
/** No divisor of the number of quests, so the finished quests are spread over the list. */
const spread = 83;
const startedQuests = 4;

/** As a plugin sends the quests. @param share finished, 0 to 1 */
export function questStatesOfPast(share: number): number[] {
  const finished = Math.round(share * questsInList);
  return Array.from({ length: questsInList }, (_, place) => {
    const turn = (place * spread) % questsInList;
    if (turn < finished) return 2;
    return turn < finished + startedQuests ? 0 : 1;
  });
}

const karamjaElite = 10;
const karamjaTasks = 23;
/** The bits of an area by rising tier; elite tasks begin about here. */
const eliteFrom = 36;

/** As a plugin sends the diaries. @param player a higher number has more tasks */
export function diaryVariablesOfPast(player: number): number[] {
  const doneOf = (area: number) => 11 + player + ((area * 7) % 11);
  return Array.from({ length: diaryVariables }, (_, place) => {
    if (place >= karamjaTasks) return place - karamjaTasks < doneOf(0) ? valueWhenDone(place) : 0;
    if (place === karamjaElite) return doneOf(0) > eliteFrom ? -1 : 0;
    const inPairs = place < karamjaElite ? place : place - 1;
    const done = (1n << BigInt(doneOf(inPairs >> 1))) - 1n;
    return Number(BigInt.asIntN(32, inPairs % 2 === 0 ? done : done >> 32n));
  });
}
