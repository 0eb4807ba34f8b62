import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DirectoryUnavailable } from '../../projections/access/directory/directory.ts';
import { systemClock } from '../../shared/clock.ts';
import { LogUnavailable } from '../../shared/errors/errors.ts';
import { clientAddress } from '../../shared/http/client-address.ts';
import type { Logger } from '../../shared/observability/logger.ts';
import { isDatabaseUnavailable } from '../../shared/postgres/faults/database-unavailable.ts';
import { keepGame } from './game/game-memory.ts';
import { createPluginGate, type Passed } from './http/admit-request.ts';
import { type Answer, malformed, tooLarge, unavailable, unknownDevice } from './http/answer.ts';
import { createOngoingWork } from './http/background-work.ts';
import { takeBodies } from './http/body-parser.ts';
import { DeadlineExceeded, resumeDeadline } from './http/deadline.ts';
import { bodyBytesMax } from './http/json-body.ts';
import { originOf } from './http/origin.ts';
import { createIngestClock } from './ingest-clock.ts';
import type { IngestDeps } from './ingest-deps.ts';
import { createIngestMetrics, type IngestMetrics } from './ingest-metrics.ts';
import { createPairing } from './pairing/pair-device.ts';
import type { Plugin, PluginPath, PluginRequest } from './plugin.ts';
import { registeredPlugins } from './plugins/registered.ts';
import { createReportReceiver, type ReportReceiver } from './receive/receive-report.ts';

/**
 * Registers the paths of every plugin, each plugin with a parser of its own, and all of them with the error answers that
 * plugins understand.
 */
export function registerIngest(
  app: FastifyInstance,
  given: IngestDeps,
  plugins: readonly Plugin[] = registeredPlugins,
): void {
  const monotonicNow = monotonicNowOf(given);
  const deps = { ...given, clock: createIngestClock(given) };
  const endpoints = plugins.flatMap(({ paths }) => paths.map(({ name }) => name));
  const metrics = createIngestMetrics(deps.metrics, endpoints);
  const game = keepGame(deps);
  app.addHook('onReady', () => game.ready);
  // Hooks run the last one first: what the last reports teach is written, too.
  app.addHook('onClose', game.close);
  const ongoing = createOngoingWork();
  app.addHook('onClose', ongoing.settled);
  const pair = createPairing(deps, { ongoing, monotonicNow });
  const receiver = createReportReceiver(deps, { metrics, monotonicNow, ongoing, game });
  const shared: Shared = {
    deps,
    metrics,
    gate: createPluginGate(deps),
    pair: (attempt) => ongoing.track(pair(attempt)),
    receiver: { ...receiver, receive: (...report) => ongoing.track(receiver.receive(...report)) },
  };
  for (const plugin of plugins) {
    // A plugin of Fastify keeps its parsers, hooks and error handler from the rest of the app.
    app.register(async (scope) => registerPlugin(scope, plugin, shared));
  }
}

/** What serves all plugins: their limits, memories and devices are the same. */
interface Shared {
  readonly deps: IngestDeps;
  readonly metrics: IngestMetrics;
  readonly gate: ReturnType<typeof createPluginGate>;
  readonly pair: ReturnType<typeof createPairing>;
  readonly receiver: ReportReceiver;
}

const passedKey = 'ingestPassed';

function registerPlugin(scope: FastifyInstance, plugin: Plugin, shared: Shared): void {
  const { deps, metrics, gate } = shared;
  const passedOf = (request: FastifyRequest) => request.getDecorator<Passed>(passedKey);
  const bytesMax = plugin.intake?.bytesMax ?? bodyBytesMax;
  takeBodies(scope, plugin.intake, (request) => passedOf(request).head);
  scope.decorateRequest(passedKey, null);

  function send(reply: FastifyReply, path: PluginPath, decided: Answer): FastifyReply {
    const answer = plugin.reword?.(decided) ?? decided;
    metrics.answered(path.name, answer);
    if (answer.retryAfter !== undefined) reply.header('retry-after', answer.retryAfter);
    return reply.code(answer.status).header('cache-control', 'no-store').send(answer.body);
  }

  /** Only a path that is asked by a paired device counts for one. */
  function refuseLarge(request: FastifyRequest): Answer {
    const { device } = passedOf(request);
    return device === null ? tooLarge : shared.receiver.refuseLarge(device, bytesMax);
  }

  for (const path of plugin.paths) {
    const answerTo = answererOf(plugin, path, shared);
    scope.route({
      method: path.takes === 'questions' ? 'GET' : ['GET', 'POST'],
      url: path.url,
      onRequest: async (request, reply) => {
        const outcome = await gate(request, plugin, path);
        if ('status' in outcome) return send(reply, path, outcome);
        request.setDecorator(passedKey, outcome);
        return undefined;
      },
      handler: async (request, reply) => send(reply, path, await answerTo(request, passedOf(request))),
      errorHandler: (error, request, reply) => {
        const isLarge = error.code === 'FST_ERR_CTP_BODY_TOO_LARGE';
        send(reply, path, isLarge ? refuseLarge(request) : answerToError(error, deps.logger));
      },
    });
  }
}

type Answerer = (request: FastifyRequest, passed: Passed) => Promise<Answer>;

/** Answers requests on a path that the gate has let pass. */
function answererOf(plugin: Plugin, path: PluginPath, { deps, pair, receiver }: Shared): Answerer {
  const { source } = plugin;
  switch (path.takes) {
    case 'reports':
      return async (request, passed) =>
        passed.device === null
          ? unknownDevice
          : receiver.receive(
              plugin,
              passed.device,
              requestOf(request, passed),
              resumeDeadline(passed.deadline, plugin.intake?.answeredWithinMs),
            );
    case 'pairing':
      return (request, passed) => {
        const address = clientAddress(request.raw, deps.trustProxyHops);
        return pair({
          path,
          source,
          request: requestOf(request, passed),
          deadline: resumeDeadline(passed.deadline),
          address,
        });
      };
    case 'questions':
      return async (request, { head, device }) =>
        device === null ? unknownDevice : path.answerTo(head, device, originOf(request, deps));
  }
}

function requestOf(request: FastifyRequest, { head }: Passed): PluginRequest {
  return { head, body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0) };
}

/**
 * The answer to an error that the payload caused makes the plugin drop the payload. Every other error passes, so it is
 * answered 503, and the plugin keeps its payload.
 */
function answerToError(error: FastifyError, logger: Logger): Answer {
  const { statusCode } = error;
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return malformed('The request could not be read.');
  }
  const expected =
    error instanceof LogUnavailable ||
    error instanceof DirectoryUnavailable ||
    error instanceof DeadlineExceeded ||
    isDatabaseUnavailable(error);
  if (!expected) logger.error({ err: error }, 'a plugin request failed');
  return unavailable;
}

function monotonicNowOf({ monotonicNow, clock }: IngestDeps): () => number {
  return monotonicNow ?? (clock === systemClock ? () => performance.now() : clock);
}
