import { isJsonObject } from '../../../shared/domain/json-object.ts';
import { asPlainLine, storableText } from '../../../shared/domain/text.ts';
import type { StoredEvent } from '../stored-event.ts';

/** Columns of an event, and its data as the reader may see it. */
export interface HeadlineInput
  extends Pick<StoredEvent, 'type' | 'value_gp' | 'item_id' | 'skill' | 'level' | 'tier'> {
  readonly data: Readonly<Record<string, unknown>>;
  /** See `shownMessageOf`; empty for most types. */
  readonly shown: Readonly<Record<string, unknown>>;
  /** The name of the account. */
  readonly player: string;
}

export interface Parts {
  readonly title: string;
  /** Follows the name of the player. */
  readonly predicate: string;
}

const textLengthMax = 100;

/** One line of at most 100 characters; null for other values and for spaces only. */
export function text(value: unknown): string | null {
  const trimmed = typeof value === 'string' ? storableText(asPlainLine(value).trim(), textLengthMax) : '';
  return trimmed === '' ? null : trimmed;
}

export function titleCase(word: string | null): string | null {
  if (word === null || word === '') return null;
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}

export function objectAt(
  data: Readonly<Record<string, unknown>>,
  key: string,
): Readonly<Record<string, unknown>> {
  const value = data[key];
  return isJsonObject(value) ? value : {};
}

export function named(
  kind: string,
  name: string | null,
  [nameless, before]: readonly [string, string],
): Parts {
  return name === null
    ? { title: kind, predicate: nameless }
    : { title: `${kind}: ${name}`, predicate: `${before} ${name}` };
}
