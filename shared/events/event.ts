import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { StreamName } from './streams.ts';

/** Turns the data of one stored version into the data of the next. Pure and total. */
export type Upcaster = (data: unknown) => unknown;

/** A type of event: the stream it belongs to, its current version and shape, and the way there from older versions. */
export interface EventDefinition<Type extends string = string, Schema extends z.ZodType = z.ZodType> {
  readonly type: Type;
  readonly stream: StreamName;
  /** The version that is written now; a changed meaning needs a new type, a new optional field no new version. */
  readonly version: number;
  readonly schema: Schema;
  /** `upcasters[n]` lifts version n to n + 1; one for every version below the current one. */
  readonly upcasters: Readonly<Record<number, Upcaster>>;
}

/**
 * An event before it has a place in the log.
 * `subject` is the account id, or the member id where the event is about a member, or `hub`: it decides the
 * partition and, on sealed streams, whose data key closes the value. `key` is what compaction goes by.
 */
export interface NewEvent<Type extends string = string, Data = unknown> {
  readonly stream: StreamName;
  readonly type: Type;
  readonly version: number;
  readonly recordId: string;
  readonly subject: string;
  readonly key: string;
  readonly source: EventSource;
  readonly data: Data;
}

/** Who stated it: `cli`, `hub`, or a plugin by the `source` of its adapter. */
export type EventSource = string;

/** An event as it is read: where it stands in the log, and when. `data` has the current version's shape. */
export interface RecordedEvent<Type extends string = string, Data = unknown> {
  readonly stream: StreamName;
  readonly partition: number;
  readonly offset: number;
  readonly type: Type;
  readonly recordId: string;
  readonly subject: string;
  readonly source: EventSource;
  /** Epoch ms by the log's clock; never falls within a partition of a stream that is kept for ever. */
  readonly recordTime: number;
  readonly data: Data;
}

type Definition<Type extends string, Schema extends z.ZodType> = Omit<
  EventDefinition<Type, Schema>,
  'upcasters'
> & {
  readonly upcasters?: EventDefinition['upcasters'];
};

export function defineEvent<const Type extends string, Schema extends z.ZodType>(
  definition: Definition<Type, Schema>,
): EventDefinition<Type, Schema> {
  return { upcasters: {}, ...definition };
}

export type DataOf<D extends EventDefinition> = z.infer<D['schema']>;
export type NewEventOf<D extends EventDefinition> = NewEvent<D['type'], DataOf<D>>;
/** The union of recorded events of the given definitions; `switch (event.type)` narrows its data. */
export type RecordedEventOf<D extends EventDefinition> = D extends EventDefinition
  ? RecordedEvent<D['type'], DataOf<D>>
  : never;

/** States an event. `part` distinguishes the keys of one subject on a compacted stream (`hub.state`: account/part). */
export function newEvent<D extends EventDefinition>(
  definition: D,
  about: { readonly subject: string; readonly source: EventSource; readonly part?: string },
  data: DataOf<D>,
): NewEventOf<D> {
  return {
    stream: definition.stream,
    type: definition.type,
    version: definition.version,
    recordId: randomUUID(),
    subject: about.subject,
    key: about.part === undefined ? about.subject : `${about.subject}/${about.part}`,
    source: about.source,
    data,
  };
}
