import { errorResponses, headersOf, jsonContent } from './responses.ts';

/** Paths that need no API key: the document itself and, outside `/api/v1`, health and metrics. */
const origin = [{ url: '/' }];

const health = (status: string) =>
  jsonContent(
    { type: 'object', properties: { status: { const: status } }, required: ['status'] },
    { status },
  );

export const operationalPaths = {
  '/openapi.json': {
    get: {
      operationId: 'getOpenapi',
      summary: 'This document',
      security: [],
      responses: {
        200: {
          description: 'The OpenAPI 3.1 document.',
          content: jsonContent(
            { type: 'object', required: ['openapi', 'paths'] },
            { openapi: '3.1.1', paths: {} },
          ),
        },
        ...errorResponses(['invalid_request', 'rate_limited', 'internal_error', 'unavailable']),
      },
    },
  },
  '/api/health': {
    servers: origin,
    get: {
      operationId: 'getHealth',
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
