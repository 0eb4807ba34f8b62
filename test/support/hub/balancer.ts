import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { atEnd } from '../at-end.ts';
import { patient } from '../runner/patience.ts';

export type BalancedPart = 'query' | 'ingest';

/**
 * A proxy in front of replicas, as nginx and Caddy are: each request goes to the next healthy
 * replica. A request whose connection is refused goes to another replica. A GET also does so when
 * the connection breaks. A POST that was sent is never sent again.
 */
export interface Balancer {
  readonly url: string;
  /** Asks the health of the replica from now on. */
  add(part: BalancedPart, url: string): void;
  /** Resolves when the balancer sends requests to the replica. */
  untilHealthy(url: string): Promise<void>;
}

interface Replica {
  readonly part: BalancedPart;
  readonly url: string;
  isHealthy: boolean;
}

const checkEveryMs = 200;
const healthyWithinMs = 120_000;

/** The balancer ends with the test. */
export async function startBalancer(): Promise<Balancer> {
  const replicas: Replica[] = [];
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  let isOpen = true;

  const server = createServer((incoming, answer) => void balance(incoming, answer));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    isOpen = false;
    server.close();
    server.closeAllConnections();
    agent.destroy();
  });

  async function balance(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const part: BalancedPart = incoming.url?.startsWith('/api/v1') === true ? 'query' : 'ingest';
    const body = await buffer(incoming);
    turn += 1;
    const able = replicas.filter((replica) => replica.part === part && replica.isHealthy);
    for (let index = 0; index < able.length; index += 1) {
      const replica = able[(turn + index) % able.length];
      if (replica !== undefined && (await forward(replica, incoming, body, answer))) return;
    }
    answer.writeHead(503, { 'retry-after': '1' }).end();
  }

  /** @returns false when another replica may get the request */
  async function forward(
    replica: Replica,
    { method, url, headers }: IncomingMessage,
    body: Buffer,
    answer: ServerResponse,
  ): Promise<boolean> {
    const outgoing = request(replica.url + url, { agent, headers, ...(method !== undefined && { method }) });
    outgoing.end(body);
    try {
      const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
      answer.writeHead(incoming.statusCode ?? 502, incoming.headers);
      answer.end(await buffer(incoming));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') {
        replica.isHealthy = false;
        return false;
      }
      if (method === 'GET' && !answer.headersSent) return false;
      if (!answer.headersSent) answer.writeHead(502);
      answer.end();
      return true;
    }
  }

  async function check(replica: Replica): Promise<void> {
    while (isOpen) {
      const health = await fetch(`${replica.url}/api/health`).catch(() => null);
      await health?.arrayBuffer().catch(() => {});
      replica.isHealthy = health?.status === 200;
      await delay(checkEveryMs, null, { ref: false });
    }
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (part, url) => {
      const replica = { part, url, isHealthy: false };
      replicas.push(replica);
      void check(replica);
    },
    untilHealthy: async (url) => {
      const until = performance.now() + patient(healthyWithinMs);
      while (!replicas.some((replica) => replica.url === url && replica.isHealthy)) {
        if (performance.now() > until) throw new Error(`${url} is not healthy in time`);
        await delay(checkEveryMs);
      }
    },
  };
}
