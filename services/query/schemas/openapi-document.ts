import { z } from 'zod';
import { openEnum } from './open-enum.ts';

/** The body of `GET /api/health`. */
export const Health = z
  .object({ status: openEnum('HealthStatus', ['ok', 'unavailable']) })
  .meta({ id: 'Health' });

/** The body of `GET /openapi.json`, as far as a client of it needs to know. */
export const OpenApiDocument = z
  .looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) })
  .meta({ id: 'OpenApiDocument' });
