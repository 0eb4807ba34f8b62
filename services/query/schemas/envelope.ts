import { z } from 'zod';
import { Int32 } from '../../../shared/domain/integer-schemas.ts';
import { statusOf } from '../errors/api-error.ts';
import { openEnum } from './open-enum.ts';

/** ISO-8601, UTC, milliseconds. */
export const Timestamp = z.iso.datetime();

/** @param ms epoch ms */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString();
}

export function timestampOrNull(ms: number | null): string | null {
  return ms === null ? null : timestamp(ms);
}

const Meta = z.object({ generated_at: Timestamp }).meta({ id: 'Meta' });

const listMeta = { generated_at: Timestamp, count: Int32.nonnegative() } as const;
export const ListMeta = z.object(listMeta).meta({ id: 'ListMeta' });

export function exampleOf<Data>(data: Data, generatedAt = '2026-09-14T18:22:06.800Z') {
  return { data, meta: { generated_at: generatedAt } };
}

/** @param id the name in the OpenAPI document */
export function listMetaOf<Fields extends z.ZodRawShape>(id: string, fields: Fields) {
  return z.object({ ...listMeta, ...fields }).meta({ id });
}

/** For an endpoint that returns an object. @param id the name in the OpenAPI document */
export function envelopeOf<Data extends z.ZodType>(id: string, data: Data) {
  return z.object({ data, meta: Meta }).meta({ id });
}

export function listEnvelopeOf<Element extends z.ZodType, Meta extends z.ZodType>(
  id: string,
  element: Element,
  meta: Meta,
) {
  return z.object({ data: z.array(element), meta }).meta({ id });
}

const ErrorDetail = z.object({ path: z.string(), message: z.string() }).meta({ id: 'ErrorDetail' });

const ErrorContent = z
  .object({
    code: openEnum('ErrorCode', Object.keys(statusOf)),
    message: z.string(),
    details: z.array(ErrorDetail).optional().meta({ description: 'On a 400: the parameters at fault.' }),
  })
  .meta({ id: 'ErrorContent' });

/** The body of every error (read-api.md 2.1). */
export const ErrorBody = z.object({ error: ErrorContent }).meta({ id: 'Error' });

/** The parts that clients rely on. */
export const OpenApiDocument = z
  .looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) })
  .meta({ id: 'OpenApiDocument' });
