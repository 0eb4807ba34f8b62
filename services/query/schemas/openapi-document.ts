import { z } from 'zod';

/** The body of `GET /openapi.json`, as far as a client of it needs to know. */
export const OpenApiDocument = z
  .looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) })
  .meta({ id: 'OpenApiDocument' });
