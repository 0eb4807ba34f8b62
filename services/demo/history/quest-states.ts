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
