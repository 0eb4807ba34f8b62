import { integerWithin } from '../../../../shared/domain/integers.ts';
import { quantityMax } from '../../../../shared/domain/item.ts';
import { storableText, textLengthMax } from '../../../../shared/domain/text.ts';
import type { HaMessage } from './message.ts';
import { readEvent } from './read-event.ts';
import { readPlayer } from './read-player.ts';
import { asMoment, type JsonObject, readList, readOptional } from './read-value.ts';
import { countSkipped } from './skipped.ts';

const eventsMax = 50;

/**
 * Cleans the body of a message: what is usable stays, the rest is left out and counted (decisions.md, What comes in).
 * Never throws, whatever the object holds. Checked by hand: a zod parse of such a body costs 60 to 80 us, this 10.
 */
export function readMessage(body: JsonObject): HaMessage {
  const { skipped, skip } = countSkipped();
  return {
    sent: readOptional(body.timestamp, 'timestamp', skip, asMoment),
    gameState: readOptional(body.state, 'state', skip, readGameState),
    tickDelay: readOptional(body.tickDelay, 'tick_delay', skip, (ticks) =>
      integerWithin(ticks, 0, quantityMax),
    ),
    player: readPlayer(body.player, skip),
    events:
      readOptional(body.events, 'events', skip, (events) =>
        readList(events, eventsMax, 'event', skip, (event) => readEvent(event, skip)),
      ) ?? [],
    skipped,
  };
}

function readGameState(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? storableText(value, textLengthMax) : null;
}
