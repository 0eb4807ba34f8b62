import { leaveLargeGuild } from './large-guild.ts';
import { machine } from './machine.ts';
import { cpuOfServer } from './measure.ts';
import { median } from './quantile.ts';
import { startHub } from './started-hub.ts';

/** `hub start` on the data of a large guild, until it has answered a first snapshot. */
export interface StartResult {
  readonly bench: 'start';
  readonly machine: string;
  readonly accounts: number;
  readonly events: number;
  /** From the start of the process, each of its starts in turn, ms. */
  readonly startsMs: readonly number[];
  readonly medianMs: number;
  /** CPU until then, ms. */
  readonly nodeMs: number;
  readonly postgresMs: number;
  readonly barMs: number;
  readonly holds: boolean;
}

interface Start {
  readonly ms: number;
  readonly nodeMs: number;
  readonly postgresMs: number;
}

const barMs = 1_500;
const accounts = 5_000;
const starts = 7;

export async function benchStart(events: number): Promise<StartResult> {
  const guild = await leaveLargeGuild({ accounts, keys: 1, events });
  try {
    const measured: Start[] = [];
    for (let start = 0; start < starts; start += 1) {
      measured.push(await startOnce(guild.dataDir, guild.keys[0] ?? ''));
    }
    const of = (figure: keyof Start) => Math.round(median(measured.map((start) => start[figure])));
    const startsMs = measured.map(({ ms }) => Math.round(ms));
    const figures = { medianMs: of('ms'), nodeMs: of('nodeMs'), postgresMs: of('postgresMs') };
    const holds = figures.medianMs <= barMs;
    return { bench: 'start', machine: machine(), accounts, events, startsMs, ...figures, barMs, holds };
  } finally {
    await guild.remove();
  }
}

async function startOnce(dataDir: string, key: string): Promise<Start> {
  const startedAt = performance.now();
  const hub = await startHub(dataDir);
  try {
    const answer = await fetch(`${hub.url}/api/v1/snapshot`, { headers: { authorization: `Bearer ${key}` } });
    const bytes = (await answer.arrayBuffer()).byteLength;
    const ms = performance.now() - startedAt;
    if (answer.status !== 200 || bytes < accounts * 100) throw new Error(`a snapshot of ${bytes} bytes`);
    const { node, postgres } = cpuOfServer(hub);
    return { ms, nodeMs: node, postgresMs: postgres };
  } finally {
    await hub.stop();
  }
}

export function describeStart(result: StartResult): string {
  const { startsMs, medianMs, nodeMs, postgresMs, holds } = result;
  return [
    `start with ${result.accounts} accounts and ${result.events} events, to the first snapshot`,
    result.machine,
    `${startsMs.join(', ')} ms; median ${medianMs} ms, CPU: Node ${nodeMs} ms, PostgreSQL ${postgresMs} ms`,
    `bar <= ${result.barMs} ms: ${holds ? 'holds' : 'FAILS'}`,
  ].join('\n');
}
