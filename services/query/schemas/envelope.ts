import { z } from 'zod';

/** An instant as the API writes it: ISO-8601, UTC, milliseconds. */
export const Timestamp = z.iso.datetime();

let lastSecond = Number.NaN;
let lastSecondText = '';

/**
 * The instant as text. The text of the last second is kept, because most calls are about the time of an answer and so
 * about the same second as the call before: formatting each of them in full took 2 % of a poll.
 */
export function timestamp(ms: number): string {
  const inSecond = (1_000 + (ms % 1_000)) % 1_000;
  const second = ms - inSecond;
  if (second !== lastSecond) {
    lastSecondText = new Date(second).toISOString().slice(0, -4);
    lastSecond = second;
  }
  return `${lastSecondText}${String(inSecond).padStart(3, '0')}Z`;
}

/** The success body of an endpoint that answers one object. */
export function envelopeOf<Data extends z.ZodType>(data: Data) {
  return z.object({ data, meta: z.object({ generated_at: Timestamp }) });
}

/** The success body of an endpoint that answers a list. */
export function listEnvelopeOf<Element extends z.ZodType, Meta extends z.ZodRawShape>(
  element: Element,
  meta: Meta,
) {
  return z.object({
    data: z.array(element),
    meta: z.object({ generated_at: Timestamp, count: z.int().nonnegative(), ...meta }),
  });
}

/** The body of every error (read-api.md 2.1). */
export const ErrorBody = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    details: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .meta({ description: 'On a 400: the parameters at fault.' }),
  }),
});
