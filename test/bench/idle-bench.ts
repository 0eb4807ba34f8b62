import { setTimeout as pause } from 'node:timers/promises';
import { startFilledHub } from './filled-hub.ts';
import { machine } from './machine.ts';
import { cpuOf, cpuOfFamily } from './process-cpu.ts';

/** A hub of a small guild that nobody plays in and nobody reads, as it is most of a night. */
export interface IdleResult {
  readonly bench: 'idle';
  readonly machine: string;
  readonly seconds: number;
  /** Share of a core, percent. */
  readonly nodePercent: number;
  readonly postgresPercent: number;
  readonly barPercent: number;
  readonly holds: boolean;
}

const accounts = 24;
/** Statistics, and what a start leaves to clear up, are done by then. */
const settleMs = 20_000;
const seconds = 60;
const barPercent = 1.5;

export async function benchIdle(): Promise<IdleResult> {
  const hub = await startFilledHub({ accounts, keys: 1 });
  try {
    await pause(settleMs);
    const cpu = () => [cpuOf(hub.pid), cpuOfFamily(hub.postgresPid)] as const;
    const [nodeBefore, postgresBefore] = cpu();
    await pause(seconds * 1_000);
    const [nodeAfter, postgresAfter] = cpu();
    const percent = (ms: number) => Number((ms / seconds / 10).toFixed(2));
    const nodePercent = percent(nodeAfter - nodeBefore);
    const postgresPercent = percent(postgresAfter - postgresBefore);
    const holds = nodePercent + postgresPercent <= barPercent;
    return { bench: 'idle', machine: machine(), seconds, nodePercent, postgresPercent, barPercent, holds };
  } finally {
    await hub.stop();
  }
}

export function describeIdle({ machine: where, ...result }: IdleResult): string {
  const { nodePercent, postgresPercent } = result;
  return [
    `idle, CPU of a hub that nothing reports to and nobody reads, over ${result.seconds} s`,
    where,
    `${(nodePercent + postgresPercent).toFixed(2)} % of a core: Node ${nodePercent} %, PostgreSQL ${postgresPercent} %, bar ${result.barPercent} %: ${result.holds ? 'holds' : 'FAILS'}`,
  ].join('\n');
}
