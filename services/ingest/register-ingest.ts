import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DirectoryUnavailable } from '../../projections/access/directory/directory.ts';
import { systemClock } from '../../shared/clock.ts';
import { LogUnavailable } from '../../shared/errors/errors.ts';
import { clientAddress } from '../../shared/http/client-address.ts';
import type { Logger } from '../../shared/observability/logger.ts';
import { isDatabaseUnavailable } from '../../shared/postgres/faults/database-unavailable.ts';
import { openGameMemory } from './game/game-memory.ts';
import { type AdmittedRequest, createRequestAdmission, type RefusedRequest } from './http/admit-request.ts';
import { type Answer, malformed, tooLarge, unavailable, unknownDevice } from './http/answer.ts';
import { createBackgroundWork } from './http/background-work.ts';
import { addBodyParser } from './http/body-parser.ts';
import { DeadlineExceeded, resumeDeadline } from './http/deadline.ts';
import { createDeviceContacts, type DeviceContacts } from './http/device-contacts.ts';
import { originOf } from './http/hub-origin.ts';
import { bodyBytesMax } from './http/json-body.ts';
import { registerWrongAddress } from './http/plugin-addresses.ts';
import { createIngestClock } from './ingest-clock.ts';
import type { IngestDeps } from './ingest-deps.ts';
import { createIngestMetrics, type IngestMetrics } from './ingest-metrics.ts';
import { createPairing } from './pairing/pair-device.ts';
import type { Plugin, PluginPath, PluginRequest } from './plugin-adapter.ts';
import { registeredPlugins } from './plugins/registered.ts';
import { startWaitingAppends } from './receive/account/append-waiting.ts';
import { keepAccounts } from './receive/account/keep-accounts.ts';
import { createReportReceiver, type ReportReceiver } from './receive/receive-report.ts';

/** Registers the paths of every plugin. */
export function registerIngest(
  app: FastifyInstance,
  processDeps: IngestDeps,
  plugins: readonly Plugin[] = registeredPlugins,
): void {
  const monotonicNow = monotonicNowOf(processDeps);
  const deps = { ...processDeps, clock: createIngestClock(processDeps) };
  const endpoints = plugins.flatMap(({ paths }) => paths.map(({ name }) => name));
  const metrics = createIngestMetrics(deps.metrics, endpoints);
  const game = openGameMemory(deps);
  app.addHook('onReady', () => game.ready);
  const accounts = keepAccounts();
  const appendLast = startWaitingAppends(deps, accounts, monotonicNow);
  // Close hooks run in reverse order: `settled` waits for the last reports before the others close.
  app.addHook('onClose', game.close);
  const contacts = createDeviceContacts(deps);
  app.addHook('onClose', contacts.close);
  app.addHook('onClose', appendLast);
  const backgroundWork = createBackgroundWork();
  app.addHook('onClose', backgroundWork.settled);
  const pair = createPairing(deps, { backgroundWork, monotonicNow });
  const parts = { metrics, monotonicNow, backgroundWork, game, accounts };
  const receiver = createReportReceiver(deps, parts);
  const shared: Shared = {
    deps,
    metrics,
    contacts,
    admit: createRequestAdmission(deps),
    pair: (attempt) => backgroundWork.track(pair(attempt)),
    receiver: { ...receiver, receive: (...report) => backgroundWork.track(receiver.receive(...report)) },
  };
  registerWrongAddress(app, plugins, deps);
  for (const plugin of plugins) {
    // The scope limits parsers and hooks to the plugin's paths.
    app.register(async (scope) => registerPlugin(scope, plugin, shared));
  }
}

interface Shared {
  readonly deps: IngestDeps;
  readonly metrics: IngestMetrics;
  readonly contacts: DeviceContacts;
  readonly admit: ReturnType<typeof createRequestAdmission>;
  readonly pair: ReturnType<typeof createPairing>;
  readonly receiver: ReportReceiver;
}

const admittedKey = 'ingestAdmitted';

function registerPlugin(scope: FastifyInstance, plugin: Plugin, shared: Shared): void {
  const { deps, metrics, contacts, admit } = shared;
  const admittedOf = (request: FastifyRequest) => request.getDecorator<AdmittedRequest>(admittedKey);
  const bytesMax = plugin.intake?.bytesMax ?? bodyBytesMax;
  addBodyParser(scope, plugin.intake, (request) => admittedOf(request).head);
  scope.decorateRequest(admittedKey, null);

  function send(reply: FastifyReply, path: PluginPath, plainAnswer: Answer): FastifyReply {
    const answer = plugin.reword?.(plainAnswer) ?? plainAnswer;
    metrics.answered(path.name, answer);
    noteContact(reply.request, path, plainAnswer);
    if (answer.retryAfter !== undefined) reply.header('retry-after', answer.retryAfter);
    return reply.code(answer.status).header('cache-control', 'no-store').send(answer.body);
  }

  function noteContact(request: FastifyRequest, path: PluginPath, answer: Answer): void {
    const sender = request.getDecorator<AdmittedRequest | RefusedRequest | null>(admittedKey);
    // A pairing and an unknown token have no device.
    if (sender === null || sender.device === null) return;
    const { head, device } = sender;
    contacts.note({ deviceId: device.id, plugin, path, head, request: request.raw, answer });
  }

  /** A large body counts for the device that sent it. */
  function refuseLarge(request: FastifyRequest): Answer {
    const { device } = admittedOf(request);
    return device === null ? tooLarge : shared.receiver.refuseLarge(device, bytesMax);
  }

  for (const path of plugin.paths) {
    const answerTo = answererOf(plugin, path, shared);
    scope.route({
      method: path.kind === 'get' ? 'GET' : ['GET', 'POST'],
      url: path.url,
      onRequest: async (request, reply) => {
        const admitted = await admit(request, plugin, path);
        request.setDecorator(admittedKey, admitted);
        return 'answer' in admitted ? send(reply, path, admitted.answer) : undefined;
      },
      handler: async (request, reply) => send(reply, path, await answerTo(request, admittedOf(request))),
      errorHandler: (error, request, reply) => {
        const isLarge = error.code === 'FST_ERR_CTP_BODY_TOO_LARGE';
        send(reply, path, isLarge ? refuseLarge(request) : answerToError(error, deps.logger));
      },
    });
  }
}

type Answerer = (request: FastifyRequest, admitted: AdmittedRequest) => Promise<Answer>;

function answererOf(plugin: Plugin, path: PluginPath, { deps, pair, receiver }: Shared): Answerer {
  const { source } = plugin;
  switch (path.kind) {
    case 'report':
      return async (request, admitted) =>
        admitted.device === null
          ? unknownDevice
          : receiver.receive(
              plugin,
              admitted.device,
              requestOf(request, admitted),
              resumeDeadline(admitted.deadline, plugin.intake?.answeredWithinMs),
            );
    case 'pairing':
      return (request, admitted) => {
        const address = clientAddress(request.raw, deps.trustProxyHops);
        return pair({
          path,
          source,
          request: requestOf(request, admitted),
          deadline: resumeDeadline(admitted.deadline),
          address,
        });
      };
    case 'get':
      return async (request, { head, device }) =>
        device === null ? unknownDevice : path.answerTo(head, device, originOf(request, deps));
  }
}

function requestOf(request: FastifyRequest, { head }: AdmittedRequest): PluginRequest {
  return { head, body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0) };
}

/**
 * After a 400 the plugin drops its payload. Every other error is temporary: after a 503 the plugin
 * keeps its payload.
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

/** Ms. A step of the system's clock changes no limit; a test's clock measures durations too. */
function monotonicNowOf({ clock }: IngestDeps): () => number {
  return clock === systemClock ? () => performance.now() : clock;
}
