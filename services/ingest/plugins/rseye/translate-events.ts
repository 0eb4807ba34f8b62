import { cappedSumOfProducts } from '../../../../shared/domain/integers.ts';
import {
  detailsOf,
  type GameEvent,
  type GameEventDetails,
  valueGpMax,
} from '../../../../shared/events/types/game-event-recorded.ts';
import { occurredAt, type ReportTimes } from '../../facts/correct-times.ts';
import { canonicalValue, eventIdOf } from '../../facts/event-id.ts';
import { emptyGame, type KnownGame } from '../../game/known-game.ts';
import { boundedEventData } from '../../reading/bound-event-data.ts';
import type { StoredItem } from '../../reading/read-stored-items.ts';
import type { RseyeEvent, RseyeLoot } from './read-events.ts';

export interface SentEvents {
  readonly events: readonly RseyeEvent[];
  readonly requestId: string | null;
}

/** The plugin sends no time, so the events occurred when they were received. */
export function translateRseyeEvents(
  { events, requestId }: SentEvents,
  accountId: string,
  times: ReportTimes,
  game: KnownGame,
): GameEvent[] {
  return events.map((event, index) => {
    const { details, data } = contentOf(event, game);
    const isDated = requestId !== null && !isOfChest(event);
    return {
      ...detailsOf(details),
      type: event.type,
      event_id: eventIdOf(
        isDated ? [accountId, 'rseye', requestId, index] : [accountId, 'rseye', identityOf(event)],
      ),
      occurred_at: occurredAt(null, times),
      special_world: false,
      data: boundedEventData(JSON.stringify({ type: event.type, data }), {
        type: event.type,
        eventId: null,
        timestamp: null,
      }),
      ...(!isDated && ({ undated: true } as const)),
    };
  });
}

const barrows = 'Barrows';

/** The plugin sends a chest again whenever the player takes something out. */
function isOfChest(event: RseyeEvent): event is RseyeLoot {
  return 'lootType' in event && event.lootType !== 'NPC' && event.lootType !== 'Player';
}

/**
 * All updates of a chest are one event. All items of a Barrows chest go to the inventory at once,
 * so only equal updates of it are one event.
 */
function identityOf(event: RseyeEvent): unknown {
  if (isOfChest(event) && event.lootType !== barrows) return [event.type, event.lootType];
  return canonicalValue(event);
}

function contentOf(event: RseyeEvent, game: KnownGame): { details: Partial<GameEventDetails>; data: object } {
  if ('items' in event) return lootOf(event, game);
  if (event.type === 'death') return { details: {}, data: {} };
  const { questName, questId, questPoints } = event;
  return { details: {}, data: { questName, questId, questPoints } };
}

function lootOf({ lootType, entityId, entityName, items }: RseyeLoot, game: KnownGame) {
  const priced = items.map((item) => ({ ...item, ...detailsOfItem(item, game) }));
  const valued = priced.filter(({ gePrice }) => gePrice !== undefined);
  const worth = (item: (typeof priced)[number]) => (item.gePrice ?? 0) * item.quantity;
  const value =
    valued.length === 0
      ? null
      : cappedSumOfProducts(valued.map((item) => [item.gePrice ?? 0, item.quantity]));
  const [best] = priced.toSorted((left, right) => worth(right) - worth(left));
  const isKnown = value !== null || items.length === 1;
  return {
    details: {
      value_gp: value !== null && value <= valueGpMax ? value : null,
      item_id: isKnown ? (best?.id ?? null) : null,
      npc_id: lootType === 'NPC' ? entityId : null,
    },
    data: { lootType, entityId, entityName, source: entityName ?? lootType, items: priced },
  };
}

function detailsOfItem({ id }: StoredItem, game: KnownGame): { name?: string; gePrice?: number } {
  const { name, ge_price: gePrice } = game.itemOf(id);
  const isNamed = name !== emptyGame.itemOf(id).name;
  return { ...(isNamed && { name }), ...((isNamed || gePrice > 0) && { gePrice }) };
}
