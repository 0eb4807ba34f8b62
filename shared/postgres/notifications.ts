import type pg from 'pg';
import type { Logger } from '../observability/logger.ts';
import type { Database } from './database.ts';

/** The log in the database has new records. */
export const logChannel = 'hub_log';
/** Projections have new rows. */
export const projectionChannel = 'hub_projection';
/** Sessions of the console began or ended. */
export const sessionChannel = 'hub_session';

const channels = [logChannel, projectionChannel, sessionChannel] as const;
export type Channel = (typeof channels)[number];

type Listener = (payload: string) => void;

export interface Notifications {
  /**
   * Calls `listener` for each notification, and with an empty payload after each connect.
   * Notifications can be lost, so listeners must also poll.
   * @returns a function that stops listening
   */
  on(channel: Channel, listener: Listener): () => void;
  close(): Promise<void>;
}

const reconnectAfterMs = 500;

/** One LISTEN connection serves the whole process. A lost connection is opened again. */
export function openNotifications(database: Database, logger: Logger): Notifications {
  const listeners = new Map<string, Set<Listener>>(channels.map((channel) => [channel, new Set()]));
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function open(): Promise<void> {
    const fresh = await database.connect();
    if (closed) return fresh.end();
    client = fresh;
    fresh.on('error', (error) => reopenLater(fresh, error));
    fresh.on('end', () => reopenLater(fresh));
    fresh.on('notification', ({ channel, payload }) => callListeners(channel, payload ?? ''));
    await fresh.query(channels.map((channel) => `listen ${channel}`).join('; '));
    for (const channel of channels) callListeners(channel, '');
  }

  function callListeners(channel: string, payload: string): void {
    for (const listener of listeners.get(channel) ?? []) listener(payload);
  }

  function reopenLater(lost: pg.Client | undefined, error?: Error): void {
    if (closed || lost !== client || timer !== undefined) return;
    client = undefined;
    // When only the LISTEN statement failed, the connection is still open.
    void lost?.end();
    logger.debug({ err: error }, 'the notification connection is gone, reconnecting');
    timer = setTimeout(() => {
      timer = undefined;
      tryOpen();
    }, reconnectAfterMs);
  }

  let opening: Promise<void> = Promise.resolve();
  function tryOpen(): void {
    opening = open().catch((error: Error) => reopenLater(client, error));
  }
  tryOpen();

  return {
    on: (channel, listener) => {
      listeners.get(channel)?.add(listener);
      return () => listeners.get(channel)?.delete(listener);
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await opening;
      await client?.end();
    },
  };
}

export interface Notifier {
  /** Equal payloads that wait together are sent once. Never waits, never throws. */
  notify(payload: string): void;
  /** Sends waiting payloads. */
  close(): Promise<void>;
}

/**
 * Sends at least `apartMs` apart, outside the transaction of an append: NOTIFY takes a
 * database-wide lock at commit.
 */
export function createNotifier(database: Database, channel: Channel, apartMs = 20): Notifier {
  const pending = new Set<string>();
  let sentAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();

  function sendPending(): void {
    sending = send();
  }

  async function send(): Promise<void> {
    timer = undefined;
    sentAt = performance.now();
    const payloads = [...pending];
    pending.clear();
    // Listeners poll too, so a notification may be lost.
    await database
      .run({
        text: 'select pg_notify($1, payload) from unnest($2::text[]) as payload',
        values: [channel, payloads],
        name: 'notify',
      })
      .catch(() => {});
  }

  return {
    notify: (payload) => {
      pending.add(payload);
      timer ??= setTimeout(sendPending, Math.max(0, sentAt + apartMs - performance.now()));
    },
    close: async () => {
      clearTimeout(timer);
      await sending;
      if (pending.size > 0) await send();
    },
  };
}
