import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../../shared/observability/logger.ts';
import type { Route } from './define-route.ts';
import { pathNotFound, unauthorized } from './errors/api-error.ts';
import { reportCutOff } from './errors/report-error.ts';
import { type QueryValues, readQuery } from './http/parse-query.ts';
import { sendAnswer } from './http/send.ts';
import { keepableAnswer, sizeOfAnswer } from './kept-answers.ts';
import type { QueryServices } from './query-services.ts';

export function runRoute(route: Route, services: QueryServices & { readonly logger: Logger }) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { reader, headers } = request;
    // Cannot happen: the guard admits no request without a reader.
    if (reader === null) throw unauthorized;
    if (route.kind !== undefined && reader.key.kind !== route.kind) throw pathNotFound;
    const query =
      route.query === undefined ? undefined : readQuery(route.query, request.query as QueryValues);
    const params =
      route.params === undefined ? undefined : pathParams(route.params, request.params, route.badParams);
    const { id, memberId } = reader.key;
    const read = async () => route.handle({ reader, params, query, headers }, services);
    const readOrKept = () =>
      services.keptAnswers.of(
        reader,
        JSON.stringify([route.path, params, query]),
        async () => keepableAnswer(await read()),
        sizeOfAnswer,
      );
    const answering = route.kept === 'answer' ? readOrKept : read;
    const answer = await services.statementTurns.of(memberId ?? id, answering);
    return sendAnswer(reply, answer, (failure) => reportCutOff(services.logger, failure, request));
  };
}

function pathParams(
  schema: NonNullable<Route['params']>,
  given: unknown,
  badParams: Route['badParams'],
): unknown {
  const values = given as QueryValues;
  if (badParams === 400) {
    // `decodablePath` puts NUL in place of text that cannot be decoded.
    if (Object.values(values).some((value) => String(value).includes('\0'))) throw pathNotFound;
    return readQuery(schema, values);
  }
  const parsed = schema.safeParse(values);
  // No account has such an id, so the route answers 404 after its checks of other parameters.
  return parsed.success ? parsed.data : values;
}
