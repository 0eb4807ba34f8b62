import { LRUCache } from 'lru-cache';
import type { Reader } from '../../../projections/access/visibility/reader.ts';
import { isSameExceptData, visibleData } from '../../../projections/event-feed/queries/event-data.ts';
import type { EventPage } from '../../../projections/event-feed/queries/event-page.ts';
import { headline } from '../../../projections/event-feed/queries/headline.ts';
import { hasCategory } from '../../../shared/domain/category.ts';
import { detailsOf } from '../../../shared/events/types/game-event-recorded.ts';
import { unpooledBuffer } from '../../../shared/runtime/unpooled-buffer.ts';
import { type AccountRef, accountRef } from '../schemas/account-ref.ts';
import { timestamp } from '../schemas/envelope.ts';

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

export type FoundEvent = EventPage['events'][number];

export interface VisibleEvent {
  readonly stored: FoundEvent;
  readonly account: AccountRef;
  /** JSON text. */
  readonly data: string;
}

/** Null when the reader cannot see the event's account. */
export function visibleEvent(reader: Reader, stored: FoundEvent): VisibleEvent | null {
  const seen = reader.visible.get(stored.account_id);
  if (seen === undefined) return null;
  const can = (category: Parameters<typeof hasCategory>[1]) => hasCategory(seen.readable, category);
  const data = visibleData(stored, {
    location: can('location_live') || can('location_history'),
    world: can('activity'),
  });
  return { stored, account: accountRef(seen), data };
}

/** Copies the data as text, because its numbers may have more digits than a JavaScript number. */
function eventText({ stored, account, data }: VisibleEvent): string {
  const before = JSON.stringify({
    id: stored.event_id,
    type: stored.type,
    account,
    occurred_at: timestamp(stored.occurred_at),
    received_at: timestamp(stored.received_at),
    ...detailsOf(stored),
    special_world: stored.special_world,
  });
  const after = JSON.stringify(headline({ ...stored, data }, account.name));
  return `${before.slice(0, -1)},"data":${data},${after.slice(1)}`;
}
