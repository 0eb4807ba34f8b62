import { z } from 'zod';
import { parseDateTime } from './date-time.ts';

/** Query parameters (rules/parameters.md#parameters). */

interface ListOptions {
  readonly max: number;
  /** A list without elements is an omitted parameter, or matches nothing. */
  readonly whenEmpty: 'omitted' | 'nothing';
  /** Only for the OpenAPI document: the endpoint checks this itself. */
  readonly required?: boolean;
  /** A regular expression for an element, for the OpenAPI document. */
  readonly form?: string;
  /** Elements with equal identity are duplicates. */
  readonly identity?: (element: string) => string;
}

/**
 * Ignores empty elements, and keeps only the first of equal elements. The maximum applies
 * afterwards.
 */
export function commaList(element: z.ZodType<string>, options: ListOptions) {
  const { max, whenEmpty, identity = String } = options;
  return z
    .string()
    .transform((text, context) => {
      const unique = new Map<string, string>();
      for (const each of text.split(',')) {
        if (each === '' || unique.has(identity(each))) continue;
        const parsed = element.safeParse(each);
        if (parsed.success) unique.set(identity(each), parsed.data);
        else context.addIssue(parsed.error.issues[0]?.message ?? 'has an invalid element');
        if (!parsed.success) return z.NEVER;
      }
      if (unique.size > max) context.addIssue(`must list at most ${max}`);
      return unique.size === 0 && whenEmpty === 'omitted' ? undefined : [...unique.values()];
    })
    .meta({ pattern: listPattern(options), required: options.required })
    .optional();
}

/**
 * Not an `array`. Otherwise some generated clients would repeat the parameter, and only its last
 * value counts.
 */
function listPattern({ form = '[^,]+', max, required = false }: ListOptions): string {
  return `^,*(${form}(,+${form}){0,${max - 1}},*)${required ? '' : '?'}$`;
}

/** Epoch ms. */
export const dateTime = z
  .string()
  .transform((text, context) => {
    const instant = parseDateTime(text);
    if (instant !== null) return instant;
    context.addIssue('must be an RFC 3339 date-time with Z or an offset, years 1970 to 9999');
    return z.NEVER;
  })
  .meta({ format: 'date-time' });

export const boolean = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((text) => text === 'true')
  .meta({ type: 'boolean' });

const digits = z.string().regex(/^[0-9]{1,16}$/, 'must be 1 to 16 digits');

/** From `min` to `max`; leading zeros are ignored. */
export function integer(min: number, max: number) {
  return digits
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error: `must be from ${min} to ${max}` })
    .meta({ type: 'integer', format: 'int32', minimum: min, maximum: max });
}

/** A JavaScript number cannot hold every number of 16 digits. */
export const bigInteger = digits
  .transform(BigInt)
  // JavaScript clients hold numbers up to this exactly. The hub accepts larger numbers.
  .meta({ type: 'integer', format: 'int64', minimum: 0, maximum: 9_000_000_000_000_000 });

/** For endpoints that return a table (rules/additions.md#formatcsv). */
export const formatParameter = z
  .enum(['json', 'csv'], { error: 'must be json or csv' })
  .default('json')
  .meta({
    description:
      "`csv` returns the rows as RFC 4180, with a header line. A text that a spreadsheet would run as a formula gets a leading `'`. Errors stay JSON.",
    sample: 'csv',
  });
