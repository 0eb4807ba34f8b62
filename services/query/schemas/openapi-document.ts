import { z } from 'zod';

/** The parts that clients rely on. */
export const OpenApiDocument = z
  .looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) })
  .meta({ id: 'OpenApiDocument' });
