import { LRUCache } from 'lru-cache';
import type { Reader } from '../../../projections/access/visibility/reader.ts';
import { isSameExceptData } from '../../../projections/event-feed/queries/event-data.ts';
import { unpooledBuffer } from '../../../shared/runtime/unpooled-buffer.ts';
import { eventText, type FoundEvent, type VisibleEvent, visibleEvent } from './served-event.ts';

/**
 * Events as JSON in UTF-8. Keeps the texts of recently served events, because most readers read the
 * end of the feed.
 */
export interface EventTexts {
  /** In their order, without events whose account the reader cannot see. */
  of(reader: Reader, events: readonly FoundEvent[]): Buffer[];
}

interface KeptText {
  readonly written: VisibleEvent;
  readonly text: Buffer;
}

/** About 1,500 events. The texts and their rows take three times as much memory. */
const keptBytesMax = 1024 * 1024;

export function createEventTexts(): EventTexts {
  const kept = new LRUCache<string, KeptText>({
    maxSize: keptBytesMax,
    sizeCalculation: ({ text }) => text.length,
  });

  function textOf(visible: VisibleEvent): Buffer {
    // Readers may see different parts of an event, mostly of different length.
    const key = `${visible.stored.seq} ${visible.data.length}`;
    const known = kept.get(key);
    if (known !== undefined && isSame(known.written, visible)) return known.text;
    const text = unpooledBuffer(eventText(visible));
    kept.set(key, { written: visible, text });
    return text;
  }

  return {
    of: (reader, events) =>
      events.flatMap((stored) => {
        const visible = visibleEvent(reader, stored);
        return visible === null ? [] : [textOf(visible)];
      }),
  };
}

/** A rebuild may give the sequence to another event, and an account may get another name. */
function isSame(one: VisibleEvent, other: VisibleEvent): boolean {
  return (
    one.data === other.data &&
    one.account.name === other.account.name &&
    isSameExceptData(one.stored, other.stored)
  );
}
