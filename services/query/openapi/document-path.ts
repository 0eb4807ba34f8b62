import { z } from 'zod';
import { OpenApiDocument } from '../schemas/envelope.ts';
import { parametersOf, referringSchema } from './json-schema.ts';
import { errorResponses, jsonContent } from './responses.ts';

export const documentQuery = z.object({
  version: z.enum(['3.1', '3.0'], { error: 'must be 3.1 or 3.0' }).default('3.1').meta({
    description: 'The OpenAPI version of the document. Both describe the same API.',
    sample: '3.0',
  }),
});

/** Needs no key, so it is not one of the routes. */
export const documentPath = {
  '/openapi.json': {
    get: {
      operationId: 'getOpenapi',
      tags: ['Hub'],
      summary: 'This document',
      description: 'Public, and the same until the next release of the hub.',
      security: [],
      parameters: parametersOf(documentQuery, 'query'),
      responses: {
        200: {
          description: 'The OpenAPI document.',
          content: jsonContent(referringSchema(OpenApiDocument), { openapi: '3.1.1', paths: {} }),
        },
        ...errorResponses(['invalid_request', 'rate_limited', 'internal_error', 'unavailable']),
      },
    },
  },
};
