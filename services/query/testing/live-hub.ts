import { createHash } from 'node:crypto';
import { type FastifyInstance, fastify } from 'fastify';
import { Registry } from 'prom-client';
import { expect, onTestFinished, vi } from 'vitest';
import { openDirectory } from '../../../projections/access/open-directory.ts';
import { accessProjection } from '../../../projections/access/projection.ts';
import { createReaders } from '../../../projections/access/readers.ts';
import { given } from '../../../projections/access/testing/membership.ts';
import { accountStateProjection } from '../../../projections/account-state/projection.ts';
import { openStateCopy, type StateCopy } from '../../../projections/account-state/state-copy.ts';
import type { Category } from '../../../shared/domain/category.ts';
import type { NewEvent } from '../../../shared/events/event.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { prepareGenerations } from '../../../shared/projection/generations.ts';
import { runProjections } from '../../../shared/projection/run-projections.ts';
import { openTestLog } from '../../../shared/projection/testing/open-test-log.ts';
import { createMemoryRateLimiter } from '../limits/memory-rate-limiter.ts';
import { type QueryDeps, registerQuery } from '../register-query.ts';
import { queryServerOptions } from '../server-options.ts';
import { createSnapshots } from '../snapshot/snapshots.ts';

/** The live part of the read API on a real log and real projections: events in, HTTP answers out. */
export interface LiveHub {
  readonly app: FastifyInstance;
  readonly state: StateCopy;
  /** Appends, and resolves when the answers show it. */
  append(...events: readonly NewEvent[]): Promise<void>;
  /** Makes a key; service keys have no member. @returns the headers of its requests */
  addKey(number: number, memberId: string | null, categories: readonly Category[]): Promise<KeyHeaders>;
  /** Ends what reads the database by itself. @returns the statements since then */
  stopRefreshing(): Promise<() => number>;
}

export interface KeyHeaders {
  readonly authorization: string;
}

export async function openLiveHub(): Promise<LiveHub> {
  const hub = await openTestLog();
  const { database, statements } = counted(hub.database);
  const projections = [accessProjection, accountStateProjection];
  await prepareGenerations(database, projections);
  const projector = runProjections({ ...hub, projections });
  onTestFinished(() => projector.stop());
  const directory = openDirectory({ ...hub, database });
  onTestFinished(() => directory.close());
  const state = openStateCopy({ ...hub, database });
  onTestFinished(() => state.close());
  await state.ready;

  const app = fastify(queryServerOptions());
  onTestFinished(() => app.close());
  let limiterTime = 0;
  registerQuery(app, {
    ...hub,
    database,
    directory,
    state,
    snapshots: createSnapshots(state),
    clock: Date.now,
    readers: createReaders(),
    // Limits have tests of their own: every request comes a minute after the last.
    limiter: createMemoryRateLimiter(() => {
      limiterTime += 60_000;
      return limiterTime;
    }),
    metrics: new Registry(),
    metricsToken: null,
    trustProxyHops: 0,
    // What other routes ask is left out.
  } as unknown as QueryDeps);

  async function append(...events: readonly NewEvent[]): Promise<void> {
    const positions = await hub.journal.append(events);
    const isShown = () =>
      positions.every(({ stream, offset, appendTime }, index) => {
        if (stream === 'hub.membership') return directory.current().epoch > offset;
        const { changedAt } = state.stateOf(events[index]?.subject ?? '');
        return Math.max(...Object.values(changedAt)) >= appendTime;
      });
    await vi.waitFor(() => expect(isShown()).toBe(true), { timeout: 10_000, interval: 20 });
  }

  return {
    app,
    state,
    append,
    addKey: async (number, memberId, categories) => {
      const secret = `${number}`.padStart(43, 's');
      const event = given.key(number, memberId, {
        categories: [...categories],
        secret_hash: createHash('sha256').update(secret).digest('base64'),
      });
      await append(event);
      return { authorization: `Bearer hub_${event.data.prefix}_${secret}` };
    },
    stopRefreshing: async () => {
      await Promise.all([directory.close(), state.close(), projector.stop()]);
      const before = statements();
      return () => statements() - before;
    },
  };
}

/** The same database, with a count of what it was asked. */
function counted(database: Database): { readonly database: Database; readonly statements: () => number } {
  let asked = 0;
  const counting = new Proxy(database, {
    get: (target, name, receiver) => {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        asked += 1;
        return member.apply(target, args);
      };
    },
  });
  return { database: counting, statements: () => asked };
}
