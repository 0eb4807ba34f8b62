import { LRUCache } from 'lru-cache';
import type { Reader } from '../../projections/access/visibility/reader.ts';
import { eventColumns } from '../../projections/event-feed/stored-event.ts';
import { eventText, type FoundEvent, type VisibleEvent, visibleEvent } from './served-event.ts';

/**
 * Events as JSON in UTF-8. Those that were served lately are kept, since whoever reads the feed reads its end: to write a
 * hundred of them anew took two fifths of what a page costs.
 */
export interface EventTexts {
  /** Null when the reader cannot see the event's account. */
  of(reader: Reader, stored: FoundEvent): Buffer | null;
}

interface KeptText {
  readonly written: VisibleEvent;
  readonly text: Buffer;
}

/** Of texts, some 1,500 events; with their rows in memory it is three times that. */
const keptBytesMax = 1024 * 1024;
/** Compared by what a reader may see of them: `data`, less what is withheld. */
const compared = eventColumns.filter((column) => column !== 'data' && column !== 'withheld');

export function createEventTexts(): EventTexts {
  const kept = new LRUCache<string, KeptText>({
    maxSize: keptBytesMax,
    sizeCalculation: ({ text }) => text.length,
  });

  return {
    of: (reader, stored) => {
      const visible = visibleEvent(reader, stored);
      if (visible === null) return null;
      // Readers who may read different parts of an event's data get texts of different length.
      const key = `${stored.seq} ${visible.data.length}`;
      const known = kept.get(key);
      if (known !== undefined && isSame(known.written, visible)) return known.text;
      const text = Buffer.from(eventText(visible));
      kept.set(key, { written: visible, text });
      return text;
    },
  };
}

/** A rebuilt projection may have another event of the same sequence, and an account another name. */
function isSame(one: VisibleEvent, other: VisibleEvent): boolean {
  const [a, b]: Readonly<Record<string, unknown>>[] = [one.stored, other.stored];
  return (
    one.data === other.data &&
    one.account.name === other.account.name &&
    compared.every((column) => a?.[column] === b?.[column])
  );
}
