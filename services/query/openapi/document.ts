import type { Route } from '../define-route.ts';
import type { ErrorCode } from '../errors/api-error.ts';
import { documentPath } from './document-path.ts';
import { type JsonSchema, parametersOf, referringSchema } from './json-schema.ts';
import { errorResponses, headersOf, jsonContent, rateHeaders, sharedComponents } from './responses.ts';
import { tags } from './tags.ts';

/** For every endpoint with a key. */
const everyError: readonly ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'rate_limited',
  'internal_error',
  'unavailable',
];

/** @param publicPath the path of `PUBLIC_URL` */
export function openApiDocument(routes: readonly Route[], publicPath = ''): JsonSchema {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Guild account hub',
      version: '1',
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Read-only account data of a guild. Made to be polled: `/snapshot` for the present state, `/events` for game events. v1 changes only by additions: ignore keys that you do not know. The hub ignores unknown query parameters. Timestamps are ISO-8601 in UTC. Parameters are percent-encoded UTF-8 without NUL. The last value of a repeated parameter counts. Answers of more than 4,096 characters, and `/snapshot`, are compressed for clients that accept gzip.',
    },
    servers: [{ url: `${publicPath}/api/v1` }],
    tags,
    security: [{ key: [] }],
    paths: {
      ...Object.fromEntries(routes.map((route) => [route.path, { get: operationOf(route) }])),
      ...documentPath,
    },
    components: sharedComponents(routes.map(({ response }) => response)),
  };
}

function operationOf(route: Route): JsonSchema {
  const revalidates = route.statuses?.includes(304) === true;
  const validators = revalidates ? (['ETag', 'Last-Modified'] as const) : [];
  const codes: readonly ErrorCode[] = route.statuses?.includes(404)
    ? [...everyError, 'not_found']
    : everyError;
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: [
      route.description,
      ...(route.describedCategory === undefined ? [] : [`Needs \`${route.describedCategory}\`.`]),
      ...(route.kept === undefined ? [] : [keptAnswersText]),
    ].join(' '),
    parameters: [
      ...parametersOf(route.params, 'path'),
      ...parametersOf(route.query, 'query'),
      ...conditional(revalidates),
    ],
    responses: {
      200: {
        description: answerDescription(route),
        headers: headersOf([...rateHeaders, ...validators]),
        content: jsonContent(referringSchema(route.response), route.example),
      },
      ...(revalidates && {
        304: {
          description:
            'The version in `If-None-Match` is still current. The request counts toward the limits.',
          headers: headersOf([...rateHeaders, 'ETag']),
        },
      }),
      ...errorResponses(codes),
    },
  };
}

const keptAnswersText =
  'A key that can see more than 100 accounts gets an answer that is up to 10 ms old for each further account.';

/** In words. With a second media type, generated clients would return an object or a text. */
function answerDescription({ csvColumns }: Route): string {
  if (csvColumns === undefined) return 'The answer.';
  const columns = csvColumns.map((name) => `\`${name}\``).join(', ');
  return `The answer. With \`format=csv\` the media type is \`text/csv\`, with the columns ${columns}.`;
}

function conditional(revalidates: boolean): JsonSchema[] {
  if (!revalidates) return [];
  const description = 'The `ETag` of an earlier answer, or a list of such ETags.';
  const schema = { type: 'string', examples: ['W/"kH2n8sQ0vXw1Zt3R.3f9a1c07be52d8640c7e91ab.f"'] };
  return [{ name: 'If-None-Match', in: 'header', required: false, description, schema }];
}
