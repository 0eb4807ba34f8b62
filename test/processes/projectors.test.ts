import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openProxy } from '../../shared/postgres/testing/open-proxy.ts';
import { sampleOf } from '../support/campaign.ts';
import { deadline, inTime } from '../support/deadline.ts';
import { type HubPart, type HubParts, openHubParts } from '../support/hub/hub-parts.ts';
import { type PersistentPlayer, startPersistentPlayer } from '../support/hub/persistent-player.ts';
import { everyLog, type HubLog } from '../support/kafka/hub.ts';
import { patient } from '../support/runner/patience.ts';

const logs = (await everyLog('Projectors that share partitions')).filter(({ missing }) => !missing);
const players = Array.from({ length: 8 }, (_, index) => `Walker ${index}`);

interface Stage {
  readonly hub: HubParts;
  readonly first: HubPart;
  /** The way from `first` to the database. */
  readonly proxy: Awaited<ReturnType<typeof openProxy>>;
  readonly guild: readonly PersistentPlayer[];
}

async function openStage(log: HubLog): Promise<Stage> {
  const hub = await openHubParts(log.settings());
  const proxy = await openProxy(new URL(hub.options.environment.DATABASE_URL ?? ''));
  proxy.open();
  const [ingest, first] = await Promise.all([
    hub.start('ingest'),
    hub.start('projector', { DATABASE_URL: proxy.url }),
    hub.start('projector'),
  ]);
  await hub.command('member', 'add', 'Merrin');
  const { code } = await hub.command('pair', 'Merrin');
  const token = await ingest.client.pairWith(code);
  const guild = players.map((name) => startPersistentPlayer(ingest.client, token, name, { restMs: 50 }));
  onTestFinished(() => Promise.all(guild.map((player) => player.stop())).then(() => {}));
  await untilSharedBy(hub, 2);
  return { hub, first, proxy, guild };
}

/** @returns how long it took, ms */
function untilSharedBy({ database }: HubParts, projectors: number): Promise<number> {
  const held = () =>
    database.one<{ owners: number; free: number }>({
      text: `select count(distinct owner)::int as owners, count(*) filter (where owner is null)::int as free
             from projection.checkpoint`,
    });
  return until(held, {
    isSo: ({ owners, free }) => owners === projectors && free === 0,
    withinMs: patient(60_000),
  });
}

/** @returns how long it took, ms */
async function until<State>(
  readState: () => Promise<State>,
  { isSo, withinMs }: { readonly isSo: (state: State) => boolean; readonly withinMs: number },
): Promise<number> {
  const started = performance.now();
  for (let state = await readState(); !isSo(state); state = await readState()) {
    if (performance.now() - started > withinMs)
      throw new Error(`not within ${withinMs} ms, at last ${JSON.stringify(state)}`);
    await delay(50);
  }
  return performance.now() - started;
}

const takenOver = ({ hub }: Stage) => untilSharedBy(hub, 1);

async function expectNothingLostOrDoubled({ hub, guild }: Stage): Promise<void> {
  await Promise.all(guild.map((player) => player.stop()));
  const sent = guild.flatMap((player) => player.acknowledged);
  expect(sent.length).toBeGreaterThanOrEqual(players.length);
  const stored = () =>
    hub.database.one<{ events: number }>({
      text: 'select count(*)::int as events from event_feed_g1.event',
    });
  await until(stored, { isSo: ({ events }) => events >= sent.length, withinMs: patient(30_000) });
  const kept = await hub.database.many<{ marker: string }>({
    text: `select data::json #>> '{data,marker}' as marker from event_feed_g1.event`,
  });
  expect(kept.map(({ marker }) => marker).sort()).toEqual(sent.sort());
}

interface Fault {
  readonly fault: string;
  readonly strike: (stage: Stage) => Promise<void>;
}

const faults: readonly Fault[] = [
  {
    fault: 'was killed is taken over within 6 s',
    strike: async (stage) => {
      stage.first.signal('SIGKILL');
      expect(await takenOver(stage), inTime).toBeLessThan(deadline(6_000));
    },
  },
  {
    fault: 'was asked to stop is taken over within 2 s',
    strike: async (stage) => {
      stage.first.signal('SIGTERM');
      expect(await takenOver(stage), inTime).toBeLessThan(deadline(2_000));
      const { code, stderr } = await stage.first.ended;
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    },
  },
  {
    fault: 'was cut off from the database is taken over within 6 s, and works again when it is back',
    strike: async (stage) => {
      stage.proxy.freeze();
      expect(await takenOver(stage), inTime).toBeLessThan(deadline(6_000));
      stage.proxy.shut();
      stage.proxy.open();
      await untilSharedBy(stage.hub, 2);
    },
  },
  {
    fault: 'was frozen is taken over within 6 s, and refused what it still wants to write',
    strike: async (stage) => {
      const { hub, first } = stage;
      const fenced = async () => sumOf(await first.metrics(), 'projection_fence_conflicts_total');
      // Only a freeze between a read and its commit leaves the projector something to write.
      for (let round = 0; (await fenced()) === 0 && round < 16; round += 1) {
        await delay(round * 7);
        first.signal('SIGSTOP');
        expect(await takenOver(stage), inTime).toBeLessThan(deadline(6_000));
        // A heartbeat before the commit would tell the projector of the takeover.
        const beats = await hub.database.connect();
        await beats.query('begin; lock table projection.member in share mode');
        first.signal('SIGCONT');
        await delay(1_000);
        await beats.query('rollback');
        await beats.end();
        await untilSharedBy(hub, 2);
      }
      expect(await fenced()).toBeGreaterThan(0);
    },
  },
];

const cases = sampleOf(
  logs.flatMap((on) => faults.map((each) => ({ ...each, on, log: on.log }))),
  3,
);

describe.each(cases)('a projector', ({ on, log, fault, strike, leftOut }) => {
  test.skipIf(leftOut)(
    `that ${fault}, on ${log}`,
    { timeout: patient(540_000), tags: ['deadline'] },
    async () => {
      const stage = await openStage(on);
      await strike(stage);
      await expectNothingLostOrDoubled(stage);
    },
  );
});

/** The sum of a metric over its labels. */
function sumOf(metrics: string, name: string): number {
  const values = [...metrics.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\d+)$`, 'gm'))];
  return values.reduce((sum, [, value]) => sum + Number(value), 0);
}
