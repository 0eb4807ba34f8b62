import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DirectoryUnavailable } from '../../projections/access/directory/directory.ts';
import { clientAddress } from '../../shared/client-address.ts';
import { systemClock } from '../../shared/clock.ts';
import { LogUnavailable } from '../../shared/errors.ts';
import type { Logger } from '../../shared/logger.ts';
import { type Answer, malformed, tooLarge, unavailable, unknownDevice } from './http/answer.ts';
import { DeadlineExceeded } from './http/deadline.ts';
import { basePath, createPluginGate, type Endpoint, type Passed } from './http/plugin-gate.ts';
import { bodyBytesMax } from './http/read-body.ts';
import type { IngestDeps } from './ingest-deps.ts';
import { createIngestMetrics } from './ingest-metrics.ts';
import { createPairing } from './pairing/pair-device.ts';
import { createReportReceiver } from './receive/receive-report.ts';

/** Registers the endpoints of HA Exporter (plugin-protocols.md 1), with parsers and error answers of their own. */
export function registerIngest(app: FastifyInstance, deps: IngestDeps): void {
  // A plugin of Fastify keeps its parsers, hooks and error handler from the rest of the app.
  app.register(async (scope) => registerEndpoints(scope, deps));
}

const passedKey = 'ingestPassed';

function registerEndpoints(scope: FastifyInstance, deps: IngestDeps): void {
  const monotonicNow = monotonicNowOf(deps);
  const metrics = createIngestMetrics(deps.metrics);
  const gate = createPluginGate(deps);
  const pair = createPairing(deps, monotonicNow);
  const receive = createReportReceiver(deps, metrics, monotonicNow);

  takeAnyBodyAsBytes(scope);
  scope.decorateRequest(passedKey, null);

  function send(reply: FastifyReply, endpoint: Endpoint, answer: Answer): FastifyReply {
    metrics.answered(endpoint, answer);
    if (answer.retryAfter !== undefined) reply.header('retry-after', answer.retryAfter);
    return reply.code(answer.status).header('cache-control', 'no-store').send(answer.body);
  }

  function handle(
    endpoint: Endpoint,
    answerTo: (request: FastifyRequest, passed: Passed) => Promise<Answer>,
  ) {
    scope.route({
      method: ['GET', 'POST'],
      url: `${basePath}/${endpoint}`,
      onRequest: async (request, reply) => {
        const outcome = await gate(request, endpoint);
        if ('status' in outcome) return send(reply, endpoint, outcome);
        request.setDecorator(passedKey, outcome);
        return undefined;
      },
      handler: async (request, reply) =>
        send(reply, endpoint, await answerTo(request, request.getDecorator<Passed>(passedKey))),
      errorHandler: (error, _request, reply) => {
        send(reply, endpoint, answerToError(error, deps.logger));
      },
    });
  }

  handle('pair', (request, passed) =>
    pair(requestOf(request, passed), clientAddress(request.raw, deps.trustProxyHops)),
  );
  handle('events', async (request, passed) =>
    passed.device === null ? unknownDevice : receive(passed.device, requestOf(request, passed)),
  );
}

function requestOf(request: FastifyRequest, { deadline, pluginVersion }: Passed) {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  return { body, encoding: request.headers['content-encoding'], pluginVersion, deadline };
}

/** JSON, whatever the content type says: a wrong header is no reason to lose a payload. */
function takeAnyBodyAsBytes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyBytesMax }, (_request, body, done) =>
    done(null, body),
  );
  scope.addHook('preParsing', async (request) => {
    request.raw.headers['content-type'] = 'application/octet-stream';
  });
}

/** What the payload caused is the plugin's to drop; everything else passes, and must not cost the plugin its payload. */
function answerToError(error: FastifyError, logger: Logger): Answer {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge;
  const { statusCode } = error;
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return malformed('The request could not be read.');
  }
  const expected =
    error instanceof LogUnavailable ||
    error instanceof DirectoryUnavailable ||
    error instanceof DeadlineExceeded;
  if (!expected) logger.error({ err: error }, 'a plugin request failed');
  return unavailable;
}

function monotonicNowOf({ monotonicNow, clock }: IngestDeps): () => number {
  return monotonicNow ?? (clock === systemClock ? () => performance.now() : clock);
}
