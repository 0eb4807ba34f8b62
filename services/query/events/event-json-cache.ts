import { LRUCache } from 'lru-cache';
import type { Reader } from '../../../projections/access/visibility/reader.ts';
import { isSameBesideData } from '../../../projections/event-feed/queries/event-data.ts';
import { unpooledBuffer } from '../../../shared/runtime/unpooled-buffer.ts';
import { eventText, type FoundEvent, type VisibleEvent, visibleEvent } from './served-event.ts';

/**
 * Events as JSON in UTF-8. Recently served events are kept, because readers of the feed read its
 * end. Serialising a hundred events again takes two fifths of a page.
 */
export interface EventTexts {
  /** In their order, without those whose account the reader cannot see. */
  of(reader: Reader, events: readonly FoundEvent[]): Buffer[];
}

interface KeptText {
  readonly written: VisibleEvent;
  readonly text: Buffer;
}

/**
 * Bytes of the texts that are kept, some 1,500 events. With their rows they take three times that
 * in memory.
 */
const keptBytesMax = 1024 * 1024;

export function createEventTexts(): EventTexts {
  const kept = new LRUCache<string, KeptText>({
    maxSize: keptBytesMax,
    sizeCalculation: ({ text }) => text.length,
  });

  function textOf(visible: VisibleEvent): Buffer {
    // Readers who may read different parts of an event's data get texts of mostly different length.
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

/**
 * A rebuilt projection may have another event of the same sequence, and an account another name.
 */
function isSame(one: VisibleEvent, other: VisibleEvent): boolean {
  return (
    one.data === other.data &&
    one.account.name === other.account.name &&
    isSameBesideData(one.stored, other.stored)
  );
}
