import { corrected, iso, type Sent } from './sent.ts';

const earliestMs = 15 * 60_000;

/** `/events` of an account, oldest first; a resent event counts once. */
export function expectedEvents(sent: readonly Sent[]): object[] {
  const seen = new Set<string>();
  return sent.flatMap((each) => {
    const events = each.report.events.filter(({ type, eventId }) => {
      const isNew = !seen.has(eventId);
      seen.add(eventId);
      return isNew && (type as string) !== 'clientShutdown';
    });
    return events.flatMap((event) => {
      const { type, data, timestamp } = event;
      const at = Math.max(each.received - earliestMs, corrected(each, timestamp));
      return (Array.isArray(data) ? data : [data]).map((element) => ({
        type: type.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        occurred_at: iso(at),
        received_at: iso(each.received),
        ...none,
        ...columnsOf(type, element),
        special_world: !each.own,
        data: Array.isArray(data) ? { ...event, data: [element] } : event,
      }));
    });
  });
}

const none = {
  value_gp: null,
  item_id: null,
  npc_id: null,
  skill: null,
  level: null,
  tier: null,
  points: null,
};
const tiers = ['easy', 'medium', 'hard', 'elite', 'master', 'grandmaster'];

/** The values of an event with a field (plugin-protocols.md 1). */
// biome-ignore lint/suspicious/noExplicitAny: each type has its own data
function columnsOf(type: string, data: any): object {
  switch (type) {
    case 'loot':
    case 'pkLoot':
      return {
        value_gp: data.totalValue,
        item_id: data.highestValueItem?.id ?? null,
        npc_id: data.npcId ?? null,
      };
    case 'death':
      return { value_gp: data.valueLost, npc_id: data.killerNpcId ?? null };
    case 'levelUp':
      return { skill: data.skill, level: data.level };
    case 'collectionLog':
      return { value_gp: data.value, item_id: data.itemId };
    case 'superiorSpawn':
      return { npc_id: data.npcId ?? null };
    case 'achievementDiary':
      return { tier: data.tier };
    case 'combatTask':
      return { tier: data.tier, points: tiers.indexOf(data.tier) + 1 };
    default:
      return {};
  }
}
