import { asPlainLine, storableText } from '../../../shared/domain/text.ts';
import type { StoredEvent } from '../stored-event.ts';

/**
 * The input of a headline: columns of an event, and what its data says, as the reader may see it.
 */
export interface HeadlineInput
  extends Pick<StoredEvent, 'type' | 'value_gp' | 'item_id' | 'skill' | 'level' | 'tier'> {
  readonly data: Readonly<Record<string, unknown>>;
  /** The title and text that the message showed; empty for most types. */
  readonly shown: Readonly<Record<string, unknown>>;
  /** The name of the account. */
  readonly player: string;
}

/** The parts of a finished headline. */
export interface Parts {
  readonly title: string;
  /** The action of the player, after the name. */
  readonly predicate: string;
}

const textLengthMax = 100;

/**
 * A text of a plugin as one line, cut to 100 characters; null for other values and for spaces only.
 */
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
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
