import { minuteMs } from '../../../../shared/domain/durations.ts';
import { detailsOf, type GameEvent } from '../../../../shared/events/types/game-event-recorded.ts';
import { occurredAt, type ReportTimes } from '../../facts/correct-times.ts';
import { canonicalValue, eventIdOf } from '../../facts/event-id.ts';
import { emptyFacts, type Facts } from '../../facts/facts.ts';
import type { KnownGame } from '../../game/known-game.ts';
import { boundedEventData } from '../../reading/bound-event-data.ts';
import type { DiscordMessage, NamedItemStack, NotifiedEvent, NotifiedLoot } from './message.ts';

/** Notifiers have no heartbeat and no logout. */
const timeoutMs = 5 * minuteMs;
/**
 * Notifiers do not retry. Only a client that lost its connection sends a message again, at once.
 */
const resentWithinMs = 5_000;

export interface TranslatedMessage {
  readonly message: DiscordMessage;
  readonly events: readonly NotifiedEvent[];
  /** By the PC's clock, epoch ms; null for most notifiers. */
  readonly sentAt: number | null;
  readonly isSpecialWorld: boolean;
}

type EventContent = Pick<GameEvent, 'type'> &
  Parameters<typeof detailsOf>[0] & { readonly data: Readonly<Record<string, unknown>> };

export function translateDiscordMessage(
  { message, events, sentAt, isSpecialWorld }: TranslatedMessage,
  accountId: string,
  times: ReportTimes,
  game: KnownGame,
): Facts {
  // No notifier sends an id, so the content and the time are the identity.
  const identity = [accountId, 'discord', canonicalValue(message), sentAt];
  return {
    ...emptyFacts(times.at),
    presence: {
      at: times.at,
      game_state: 'LOGGED_IN',
      world: null,
      special_world: isSpecialWorld,
      in_game: true,
      timeout_ms: timeoutMs,
    },
    gameEvents: events.map((event, index) => {
      const { type, data, ...details } = contentOf(event, game);
      return {
        ...detailsOf(details),
        type,
        event_id: eventIdOf([...identity, index]),
        occurred_at: occurredAt(sentAt, times),
        special_world: isSpecialWorld,
        data: boundedEventData(JSON.stringify({ type, ...data }), { type, eventId: null, timestamp: sentAt }),
        ...(sentAt === null && ({ undated: true, resent_within_ms: resentWithinMs } as const)),
      };
    }),
  };
}

function contentOf(event: NotifiedEvent, game: KnownGame): EventContent {
  switch (event.kind) {
    case 'loot':
      return lootContent(event, game);
    case 'level_up':
      return {
        type: 'level_up',
        skill: event.skill,
        level: event.level,
        data: { data: { skill: event.skill, level: event.level } },
      };
    case 'death':
      return { type: 'death', data: { data: {} } };
    case 'pet':
      return { type: 'PET', data: { data: { duplicate: event.isDuplicate } } };
    case 'collection': {
      const { name } = event.item;
      return { type: 'collection_log', item_id: idOf(event.item, game), data: { data: { itemName: name } } };
    }
    case 'other':
      return { type: 'discord', data: { shown: { title: event.title, text: event.text } } };
  }
}

function lootContent({ from, items, value }: NotifiedLoot, game: KnownGame): EventContent {
  const known = items.map((item) => ({ ...item, id: idOf(item, game) }));
  const best = mostValuable(known, game);
  return {
    type: 'loot',
    value_gp: value,
    item_id: best?.id ?? null,
    data: {
      data: {
        source: from,
        totalValue: value,
        highestValueItem: best === null ? null : { id: best.id, name: best.name },
        items: known.map(({ id, name, quantity, value: worth }) => ({ id, name, quantity, value: worth })),
      },
    },
  };
}

function idOf({ id, name }: NamedItemStack, game: KnownGame): number | null {
  return id ?? game.idOfItem(name);
}

/** By the values of the message, else by known prices. Null when a value is not known. */
function mostValuable(items: readonly NamedItemStack[], game: KnownGame): NamedItemStack | null {
  const [first, ...others] = items;
  if (first === undefined || others.length === 0) return first ?? null;
  const worths = items.map(({ id, value, quantity }) => {
    if (value !== null) return value;
    const price = id === null ? 0 : game.itemOf(id).ge_price;
    return price === 0 ? null : price * (quantity ?? 1);
  });
  if (worths.some((worth) => worth === null)) return null;
  const highest = Math.max(...worths.map((worth) => worth ?? 0));
  return items[worths.indexOf(highest)] ?? null;
}
