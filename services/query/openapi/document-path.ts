import { Health, OpenApiDocument } from '../schemas/operational.ts';
import { referringSchema } from './component-schemas.ts';
import { errorResponses, headersOf, jsonContent } from './responses.ts';
import type { Tag } from './tags.ts';

const tag: Tag = 'Hub';

/** Paths that need no API key: the document itself and, outside `/api/v1`, health and metrics. */
const origin = [{ url: '/' }];

const health = (status: string) => jsonContent(referringSchema(Health), { status });

export const operationalPaths = {
  '/openapi.json': {
    get: {
      operationId: 'getOpenapi',
      tags: [tag],
      summary: 'This document',
      description: 'Public, and the same until the next release of the hub.',
      security: [],
      responses: {
        200: {
          description: 'The OpenAPI 3.1 document.',
          content: jsonContent(referringSchema(OpenApiDocument), { openapi: '3.1.1', paths: {} }),
        },
        ...errorResponses(['invalid_request', 'rate_limited', 'internal_error', 'unavailable']),
      },
    },
  },
  '/api/health': {
    servers: origin,
    get: {
      operationId: 'getHealth',
      tags: [tag],
      description: 'For monitoring and load balancers; needs no key and has no limit.',
      summary: 'Whether the hub can reach its database',
      security: [],
      responses: {
        200: { description: 'It can.', content: health('ok') },
        503: {
          description: 'It cannot.',
          headers: headersOf(['Retry-After']),
          content: health('unavailable'),
        },
      },
    },
  },
  '/metrics': {
    servers: origin,
    get: {
      operationId: 'getMetrics',
      tags: [tag],
      summary: "The process's metrics, in Prometheus text format",
      description: 'With the metrics token as bearer; without one configured the path does not exist.',
      security: [{ metricsToken: [] }],
      responses: {
        200: {
          description: 'The metrics.',
          content: {
            'text/plain': { schema: { type: 'string' }, example: '# TYPE hub_api_answer_seconds histogram' },
          },
        },
        ...errorResponses(['unauthorized', 'not_found']),
      },
    },
  },
};
