import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { StreamName } from './streams.ts';

/** Turns the data of one stored version into the data of the next. Pure and total. */
export type Upcaster = (data: unknown) => unknown;

/**
 * The name in a record key: an account id, a member id or `hub`, and on compacted streams a part.
 */
export type RecordKeyForm =
  | 'account'
  | 'member'
  | 'hub'
  | 'account or member'
  | 'member or hub'
  | 'account, member or hub'
  | 'account/part'
  | 'member/part/account'
  | 'subject/key id'
  | 'hub/secret/fingerprint';

/**
 * A type of event: its stream, its current version and shape, and the upcasters from older
 * versions.
 */
export interface EventDefinition<Type extends string = string, Schema extends z.ZodType = z.ZodType> {
  readonly type: Type;
  readonly stream: StreamName;
  /**
   * The current version. A changed meaning needs a new type. A new optional field needs no new
   * version.
   */
  readonly version: number;
  /** The meaning, in sentences for docs/reference/events.md. */
  readonly description: string;
  /** When records of the type are appended, as the end of the sentence "Appended ...". */
  readonly appended: string;
  readonly key: RecordKeyForm;
  readonly schema: Schema;
  /** `upcasters[n]` lifts version n to n + 1, for every version below the current version. */
  readonly upcasters: Readonly<Record<number, Upcaster>>;
}

/**
 * An event before its append to the log. `subject` is an account id, a member id or `hub`. It
 * decides the partition and, on sealed streams, the data key. `key` is the record key for
 * compaction.
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

/** The source of an event: `cli`, `hub`, or the `source` of a plugin's adapter. */
export type EventSource = string;

/** An event from the log, with its place and time. `data` has the shape of the current version. */
export interface RecordedEvent<Type extends string = string, Data = unknown> {
  readonly stream: StreamName;
  readonly partition: number;
  readonly offset: number;
  readonly type: Type;
  readonly recordId: string;
  readonly subject: string;
  readonly source: EventSource;
  /**
   * Epoch ms by the log's clock. A record is never earlier than the record before it, in a
   * partition of a stream that is kept for ever.
   */
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
/**
 * The union of recorded events of the given definitions; `switch (event.type)` narrows its data.
 */
export type RecordedEventOf<D extends EventDefinition> = D extends EventDefinition
  ? RecordedEvent<D['type'], DataOf<D>>
  : never;

/**
 * Creates an event. `part` tells record keys of one subject apart on a compacted stream
 * (`hub.state`: account/part).
 */
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
