import { spawn } from 'node:child_process';
import { cpus } from 'node:os';
import type { BenchHub, HubJob } from './bench-hub.ts';
import type { LoadJob, LoadResult } from './load.ts';
import { machine } from './machine.ts';
import { cpuOfServer } from './measure.ts';
import { startWorker, type Worker } from './workers.ts';

/** A guild that was told of its new hub: everybody's first report, each of an account that the hub has never seen. */
export interface ContactsResult {
  readonly bench: 'contacts';
  readonly machine: string;
  readonly holds: boolean;
  readonly cases: readonly ContactsCase[];
}

interface ContactsCase {
  readonly case: string;
  readonly accounts: number;
  /** Answers by status; anything but 200 fails the case. */
  readonly statuses: Readonly<Record<string, number>>;
  /** CPU of the hub's Node process and of its PostgreSQL for each account, ms. */
  readonly nodeMs: number;
  readonly postgresMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const accounts = 500;
/** Of one address a hub takes no more than 256. */
const connections = 250;
const busyPerCore = 1;

export async function benchContacts(): Promise<ContactsResult> {
  const load = startWorker<LoadJob, LoadResult>('./load.ts');
  try {
    const cases = [
      await meet(load, { name: 'ten seconds, busy machine', seconds: 10, busy: busyPerCore * cpus().length }),
      await meet(load, { name: 'one second', seconds: 1, busy: 0 }),
    ];
    const holds = cases.every(({ statuses }) => statuses[200] === accounts);
    return { bench: 'contacts', machine: machine(), holds, cases };
  } finally {
    await load.stop();
  }
}

interface Meeting {
  readonly name: string;
  readonly seconds: number;
  /** Processes beside it that only compute. */
  readonly busy: number;
}

async function meet(
  load: Worker<LoadJob, LoadResult>,
  { name, seconds, busy }: Meeting,
): Promise<ContactsCase> {
  const hubProcess = startWorker<HubJob, BenchHub>('./bench-hub.ts');
  const others: ReturnType<typeof spawn>[] = [];
  try {
    const { port, tokens, postgresPid } = await hubProcess.run({ accounts, keys: 0 });
    const server = { pid: hubProcess.pid, postgresPid };
    for (let index = 0; index < busy; index += 1) others.push(spawn(process.execPath, ['-e', 'for (;;);']));
    const before = cpuOfServer(server);
    const perSecond = accounts / seconds;
    const result = await load.run({ kind: 'reports', port, tokens, perSecond, seconds, connections });
    const after = cpuOfServer(server);
    return {
      case: name,
      accounts,
      statuses: result.statuses,
      nodeMs: rounded((after.node - before.node) / accounts),
      postgresMs: rounded((after.postgres - before.postgres) / accounts),
      p50Ms: Math.round(result.p50Ms),
      p99Ms: Math.round(result.p99Ms),
    };
  } finally {
    for (const other of others) other.kill();
    await hubProcess.stop();
  }
}

export function describeContacts({ machine: where, cases, holds }: ContactsResult): string {
  return [
    `contacts, first reports of ${accounts} accounts`,
    where,
    ...cases.map(
      (row) =>
        `${row.case}: ${JSON.stringify(row.statuses)}, p50 / p99 ${row.p50Ms} / ${row.p99Ms} ms, CPU of an account: Node ${row.nodeMs} ms, PostgreSQL ${row.postgresMs} ms`,
    ),
    holds ? 'holds' : 'FAILS',
  ].join('\n');
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}
