import { elementsOf, membersOf } from '../../../../shared/json-text.ts';
import { readGameState, readNumber } from '../../reading/read-fields.ts';
import { asTime, type JsonObject, readList, readOptional } from '../../reading/read-value.ts';
import { createSkipCounter, type SkipCounter } from '../../reading/skip-counter.ts';
import type { HaEvent, HaMessage } from './message.ts';
import { readHaEvent } from './read-event.ts';
import { readHaPlayer } from './read-player.ts';

const eventsMax = 50;
/** For all events together: a short message could otherwise append thousands of records. */
const elementsMax = 100;

/**
 * Cleans a message (rules/input.md#what-comes-in). Never throws. Does not use zod, which takes
 * several times as long.
 * @param text the body as received
 */
export function readHaMessage(body: JsonObject, text = JSON.stringify(body), isDamaged = false): HaMessage {
  const { skipped, skip } = createSkipCounter(isDamaged);
  const texts = Array.isArray(body.events) && body.events.length > 0 ? eventTexts(text) : [];
  return {
    sent: readOptional(body.timestamp, 'timestamp', skip, asTime),
    gameState: readOptional(body.state, 'state', skip, readGameState),
    tickDelay: readOptional(body.tickDelay, 'tick_delay', skip, readNumber),
    player: readHaPlayer(body.player, skip),
    events: bounded(
      readOptional(body.events, 'events', skip, (events) =>
        readList(events, eventsMax, 'event', skip, (event, index) =>
          readHaEvent(event, texts[index] ?? '{}', skip),
        ),
      ) ?? [],
      skip,
    ),
    skipped,
  };
}

function eventTexts(body: string): string[] {
  const events = membersOf(body).findLast(({ key }) => key === 'events');
  const spans = events === undefined ? [] : elementsOf(body, events.value.start, eventsMax);
  return spans.map(({ start, end }) => body.slice(start, end));
}

function bounded(events: readonly HaEvent[], skip: SkipCounter): HaEvent[] {
  let left = elementsMax;
  return events.flatMap((event) => {
    const elements = event.elements.slice(0, left);
    skip('event', event.elements.length - elements.length);
    left -= elements.length;
    return elements.length === 0 ? [] : [{ ...event, elements }];
  });
}
