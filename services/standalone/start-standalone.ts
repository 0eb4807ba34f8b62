import type { FastifyInstance } from 'fastify';
import { createLifecycle } from '../../shared/lifecycle.ts';
import type { Logger } from '../../shared/logger.ts';
import { createMetrics } from '../../shared/metrics.ts';
import { type HubCore, openCore } from './open-core.ts';
import { registerServices } from './register-services.ts';
import { serve } from './serve.ts';
import type { StandaloneSettings } from './settings.ts';

/** A whole hub in this process. */
export interface Standalone {
  readonly port: number;
  /** Answers without a socket, in tests. */
  readonly app: FastifyInstance;
  readonly core: HubCore;
  /** Rejects when the hub cannot go on: another one took over, or the database server cannot be brought back. */
  readonly failed: Promise<never>;
  /** Answers what is being asked, gives partitions back, stops the embedded server. */
  close(): Promise<void>;
}

/** @throws OperatorError, one line that says why it cannot start; nothing is left open then */
export async function startStandalone(settings: StandaloneSettings, logger: Logger): Promise<Standalone> {
  const lifecycle = createLifecycle();
  const { promise: failed, reject: onLost } = Promise.withResolvers<never>();
  // Heard by whoever waits for it.
  failed.catch(() => {});
  try {
    const metrics = createMetrics('standalone');
    const core = await openCore({ role: 'hub', settings, logger, metrics, lifecycle, onLost });
    const { app, port } = await serve(settings.PORT, lifecycle, (server) =>
      registerServices(server, { core, settings, logger, metrics, lifecycle }),
    );
    return { port, app, core, failed, close: lifecycle.close };
  } catch (error) {
    await lifecycle.close();
    throw error;
  }
}
