import { openLoadClient } from './http-client.ts';
import { quantile } from './quantile.ts';
import { serveJobs } from './workers.ts';

/** Connections that each ask again as soon as they were answered. */
export interface LimitsLoadJob {
  readonly port: number;
  readonly path: string;
  readonly keys: readonly string[];
  readonly connections: number;
  readonly seconds: number;
}

export interface LimitsLoad {
  readonly answered: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

serveJobs<LimitsLoadJob, LimitsLoad>(
  async ({ port, path, keys, connections, seconds }) => {
    const client = openLoadClient(port, connections);
    const endsAt = performance.now() + seconds * 1_000;
    const statuses: Record<string, number> = {};
    const latencies: number[] = [];
    await Promise.all(
      Array.from({ length: connections }, async (_, connection) => {
        for (let turn = 0; performance.now() < endsAt; turn += 1) {
          const key = keys[(connection + turn * connections) % keys.length];
          const startedAt = performance.now();
          const { status } = await client.send(
            `GET ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${key}\r\n\r\n`,
          );
          statuses[status] = (statuses[status] ?? 0) + 1;
          latencies.push(performance.now() - startedAt);
        }
      }),
    );
    client.close();
    // 0 where nothing was answered.
    const at = (share: number): number => quantile(latencies, share) || 0;
    return { answered: latencies.length, statuses, p50Ms: at(0.5), p99Ms: at(0.99) };
  },
  async () => {},
);
