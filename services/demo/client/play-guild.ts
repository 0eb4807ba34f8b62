import { pause } from '../../../shared/async/waiting.ts';
import type { Guild } from '../guild.ts';
import type { HubEndpoint } from './endpoint.ts';
import { createPluginClient, type PluginClient, type PostOutcome } from './plugin-client.ts';

export interface GuildConnections {
  readonly endpoint: HubEndpoint;
  /** Tokens by player; a player without one pairs before the first report. */
  readonly tokens: Map<string, string>;
  /** A pairing code for a player; null when no code is available now. */
  readonly codeFor: (player: string) => Promise<string | null>;
  readonly onPaired: (player: string, token: string) => void;
}

const stepMs = 100;

/**
 * Plays the guild in real time, and sends its reports to the hub, until `signal` aborts and no
 * pairing is under way.
 */
export async function playGuild(
  guild: Guild,
  connections: GuildConnections,
  signal: AbortSignal,
): Promise<void> {
  const oneAtATime = createQueue();
  const clients = guild.players.map((player) => connect(player, connections, oneAtATime, signal));
  while (!signal.aborted) {
    for (const message of guild.advance(Date.now())) clients[message.player]?.send(message);
    for (const client of clients) client.sendNext();
    await pause(stepMs, signal);
  }
  // The hub may have paired a player already, and the demo must keep the token.
  await oneAtATime(() => Promise.resolve());
}

/** Runs one task at a time, in the order of the calls. */
type OneAtATime = <T>(task: () => Promise<T>) => Promise<T>;

function createQueue(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
}

function connect(
  player: string,
  connections: GuildConnections,
  oneAtATime: OneAtATime,
  signal: AbortSignal,
): PluginClient {
  const { endpoint, tokens } = connections;

  async function post(body: string): Promise<PostOutcome> {
    const token = tokens.get(player);
    if (token !== undefined) return endpoint.report(token, body);
    // The hub counts an attempt as failed until it succeeds, and allows few failed attempts from
    // one address.
    const paired = await oneAtATime(() => pair(player, connections, signal));
    return 'token' in paired ? endpoint.report(paired.token, body) : paired.outcome;
  }

  return createPluginClient(post, Date.now);
}

async function pair(
  player: string,
  { endpoint, tokens, codeFor, onPaired }: GuildConnections,
  signal: AbortSignal,
): Promise<{ readonly token: string } | { readonly outcome: PostOutcome }> {
  const code = signal.aborted ? null : await codeFor(player);
  if (code === null) return { outcome: 'unreachable' };
  const outcome = await endpoint.pair(code);
  if (outcome === 'unreachable' || !('token' in outcome)) return { outcome };
  tokens.set(player, outcome.token);
  onPaired(player, outcome.token);
  return { token: outcome.token };
}
