import { newApiKey } from '../../projections/access/commands/keys/new-api-key.ts';
import { createServiceKeys, enrolMembers } from '../../services/demo/enrolment.ts';
import { findFullLoad } from './full-load.ts';
import { openKafkaHub } from './kafka-hub.ts';
import type { LoadJob, LoadResult } from './load.ts';
import { machine } from './machine.ts';
import { pairDevices } from './pair-devices.ts';
import { type OnClose, openPartsHub } from './parts-hub.ts';
import { guildOf, type Need, needsOf, type Part, playersUntilFull, type UnitCosts } from './scale-model.ts';
import { measureStage, type ScaleStage, type StageCosts } from './scale-stage.ts';
import { startWorker } from './workers.ts';

/** What each part of a hub takes for guilds of some sizes, worked out from what it takes of this machine. */
export interface ScaleResult {
  readonly bench: 'scale';
  readonly log: 'postgres' | 'kafka';
  readonly machine: string;
  readonly small: StageCosts;
  readonly large: StageCosts;
  /** The large guild's CPU for a report beside the small one's, of all parts together: 1 is what the model supposes. */
  readonly largeBesideSmall: number;
  readonly costs: UnitCosts;
  readonly guilds: readonly { readonly players: number; readonly needs: readonly Need[] }[];
  /** Players; null where more processes always help. */
  readonly fullAt: Readonly<Partial<Record<Part, number | null>>>;
  /** There is no bar. */
  readonly holds: true;
}

/** Everybody plays and sends a report in 5 s; one in 50 has a map open that polls every 2 s. */
const each = { reportsPerSecond: 0.2, pollsPerSecond: 0.01 };
const guilds = [500, 5_000, 100_000];
const [small, large] = [500, 5_000];
const loads = [10, 25, 50, 100, 200, 300, 400, 500, 700, 1_000];
const loadSeconds = 6;
/** Accounts are met for the first time here, which is dearer. */
const firstContact = 60;
const enrolledAtOnce = 500;
const keyCount = 20;
const ratePerMinute = 6_000;

export async function benchScale(log: 'postgres' | 'kafka'): Promise<ScaleResult> {
  const closing: (() => Promise<void>)[] = [];
  try {
    const stage = await openStage(log, (close) => closing.push(close));
    const [few, many] = [await measureGuild(stage, small), await measureGuild(stage, large)];
    const costs = { ...many, ...memoryOf(few, many) };
    const parts = needsOf(costs, guildOf(small, each)).map(({ part }) => part);
    return {
      bench: 'scale',
      log,
      machine: machine(),
      small: few,
      large: many,
      largeBesideSmall: Number((sumOf(many) / sumOf(few)).toFixed(2)),
      costs,
      guilds: guilds.map((players) => ({ players, needs: needsOf(costs, guildOf(players, each)) })),
      fullAt: Object.fromEntries(parts.map((part) => [part, playersUntilFull(costs, part, each)])),
      holds: true,
    };
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

async function openStage(log: 'postgres' | 'kafka', onClose: OnClose): Promise<ScaleStage> {
  const hub =
    log === 'kafka' ? await openKafkaHub(onClose) : { ...(await openPartsHub(onClose)), brokerPid: null };
  const pollers = startWorker<LoadJob, LoadResult>('./load.ts');
  onClose(pollers.stop);
  const projector = await hub.start('projector');
  const [ingest, query] = [await hub.start('ingest'), await hub.start('query')];
  const keys = Array.from({ length: keyCount }, newApiKey);
  await createServiceKeys(hub, keys, ratePerMinute);
  const { brokerPid } = hub;
  return { hub, brokerPid, ingest, projector, query, pollers, keys: keys.map(({ key }) => key) };
}

/** Everybody's first report, then as many a second as this many players send, or as the machine keeps up with. */
async function measureGuild(stage: ScaleStage, accounts: number): Promise<StageCosts> {
  const { hub, ingest, projector } = stage;
  const tokens: string[] = [];
  for (let from = 0; from < accounts; from += enrolledAtOnce) {
    const count = Math.min(enrolledAtOnce, accounts - from);
    const names = Array.from({ length: count }, (_, index) => `Member ${from + index}`);
    tokens.push(...(await pairDevices(hub, [...(await enrolMembers(hub, names)).values()])));
  }
  const reports = startWorker<LoadJob, LoadResult>('./load.ts');
  try {
    const send = (perSecond: number, seconds: number) =>
      reports.run({ kind: 'reports', port: ingest.port, tokens, perSecond, seconds });
    await send(firstContact, Math.ceil(accounts / firstContact) + 2);
    const wanted = accounts * each.reportsPerSecond;
    const held = await findFullLoad({
      projector,
      loads: loads.filter((perSecond) => perSecond <= wanted),
      seconds: loadSeconds,
      send,
    });
    const costs = await measureStage(stage, accounts, held, send);
    process.stderr.write(`${JSON.stringify(costs)}\n`);
    return costs;
  } finally {
    await reports.stop();
  }
}

/** CPU of a report, of all parts. */
function sumOf({ report: { ingest, projector, query, postgres, broker } }: StageCosts): number {
  return ingest + projector + query + postgres + (broker ?? 0);
}

function memoryOf(few: StageCosts, many: StageCosts): Pick<UnitCosts, 'baseMegabytes' | 'accountKilobytes'> {
  const megabytes = (many.queryMegabytes - few.queryMegabytes) / (many.accounts - few.accounts);
  return {
    baseMegabytes: few.queryMegabytes - megabytes * few.accounts,
    accountKilobytes: megabytes * 1_024,
  };
}
