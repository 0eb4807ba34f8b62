/**
 * Sends one player's messages by the rules of the HA Exporter plugin (plugin-protocols.md 1):
 * pauses, keeps or drops messages, and disconnects permanently.
 */
export interface PluginClient {
  /** Sends a message. During a pause, keeps a message with events and drops other messages. */
  send(message: OutgoingMessage): void;
  /** Sends the next kept message when the pause is over. Must be called regularly; never waits. */
  sendNext(): void;
}

export interface OutgoingMessage {
  readonly body: string;
  readonly hasEvents: boolean;
}

/** The outcome of a post; `unreachable` is a network error or a timeout. */
export type PostOutcome =
  | { readonly status: number; readonly retryAfterSeconds: number | null }
  | 'unreachable';

export type PostReport = (body: string) => Promise<PostOutcome>;

const queueMax = 50;
const queuedForMaxMs = 600_000;
const pauseMinMs = 1_000;
const pauseMaxMs = 600_000;
/** Pauses after consecutive failures without `Retry-After`; the last one is repeated. */
const pausesMs = [30_000, 60_000, 120_000, 240_000, 480_000, 600_000];

interface Queued extends OutgoingMessage {
  readonly since: number;
}

/** @param now epoch ms */
export function createPluginClient(post: PostReport, now: () => number): PluginClient {
  let queue: Queued[] = [];
  let pausedUntil = 0;
  let failures = 0;
  let busy = false;
  let disconnected = false;

  function enqueue(message: Queued, where: 'front' | 'back'): void {
    queue = where === 'front' ? [message, ...queue] : [...queue, message];
    if (queue.length > queueMax) queue.shift();
  }

  function pause(outcome: PostOutcome): void {
    const asked = outcome === 'unreachable' ? null : outcome.retryAfterSeconds;
    const usual = pausesMs[Math.min(failures, pausesMs.length - 1)] ?? pauseMaxMs;
    const pauseMs = asked === null ? usual : Math.min(pauseMaxMs, Math.max(pauseMinMs, asked * 1_000));
    failures += 1;
    pausedUntil = now() + pauseMs;
    // Messages without events are out of date after a pause.
    queue = queue.filter((message) => message.hasEvents);
  }

  function settle(message: Queued, outcome: PostOutcome): void {
    const verdict = verdictOf(outcome);
    if (verdict === 'delivered') failures = 0;
    if (verdict === 'disconnect') disconnected = true;
    if (verdict === 'pause') {
      if (message.hasEvents) enqueue(message, 'front');
      pause(outcome);
    }
  }

  async function deliver(message: Queued): Promise<void> {
    busy = true;
    try {
      settle(message, await post(message.body));
    } finally {
      busy = false;
    }
    client.sendNext();
  }

  const client: PluginClient = {
    send: (message) => {
      if (disconnected || (now() < pausedUntil && !message.hasEvents)) return;
      enqueue({ body: message.body, hasEvents: message.hasEvents, since: now() }, 'back');
      client.sendNext();
    },
    sendNext: () => {
      if (busy || disconnected || now() < pausedUntil) return;
      queue = queue.filter(({ since }) => now() - since <= queuedForMaxMs);
      const next = queue.shift();
      if (next !== undefined) void deliver(next);
    },
  };
  return client;
}

function verdictOf(outcome: PostOutcome): 'delivered' | 'disconnect' | 'pause' | 'drop' {
  if (outcome === 'unreachable') return 'pause';
  const { status } = outcome;
  if (status >= 200 && status < 300) return 'delivered';
  if (status === 401 || status === 410) return 'disconnect';
  return status === 429 || status >= 500 ? 'pause' : 'drop';
}
