import { randomUUID } from 'node:crypto';
import { startTestHub, type TestHub } from '../support/hub/hub.ts';
import { dropReport, sampleReport } from '../support/hub/sample-report.ts';
import { serveAtOnce } from '../support/hub/serve-at-once.ts';

export interface Guild extends TestHub {
  /** A service key of all categories. */
  readonly key: string;
  /** @param value 2.3M gp when not given */
  drop(value?: number): Promise<void>;
  /** Reports this many drops and level-ups in turn. */
  play(count: number): Promise<void>;
}

export const playerName = 'Quillon Fen';

/** The most events of a report that the hub takes. */
const eventsMax = 50;

/** The feed serves events at once. The player is in game, and has gained 1,000 xp. */
export async function openGuild(): Promise<Guild> {
  const hub = await startTestHub();
  await serveAtOnce(hub.database);
  const token = await hub.pair(await hub.addMember('Quillon'));
  const key = await hub.makeKey();

  async function report(body: object): Promise<void> {
    const { status } = await hub.report(token, body);
    if (status !== 200) throw new Error(`the hub answered ${status} to a report`);
  }
  await report(await sampleReport('ha-snapshot'));
  await report(withSlayerXp(await sampleReport('ha-snapshot'), 1_000));
  await hub.getUntil('/accounts?online=true', {
    key,
    withinMs: 10_000,
    seen: ({ body }) => body.meta?.count === 1,
  });
  await hub.getUntil('/leaderboards/gains?period=week&skill=Slayer', {
    key,
    withinMs: 10_000,
    seen: ({ body }) => body.data.leaderboards[0].entries.length === 1,
  });
  return {
    ...hub,
    key,
    drop: (value = 2_329_167) => report(dropOf(value)),
    play: async (count) => {
      const [drop, level] = await Promise.all([sampleReport('ha-loot'), sampleReport('ha-level-up')]);
      for (let done = 0; done < count; done += eventsMax) {
        const part = Array.from({ length: Math.min(eventsMax, count - done) }, (_, at) => {
          const [event] = (at % 2 === 0 ? drop : level).events as object[];
          return { ...event, eventId: randomUUID(), timestamp: Date.now() + at };
        });
        await report({ ...drop, events: part });
      }
    },
  };
}

function dropOf(value: number): object {
  const report = JSON.parse(JSON.stringify(dropReport({ marker: randomUUID() })));
  report.events[0].data.totalValue = value;
  return report;
}

function withSlayerXp(sample: Readonly<Record<string, unknown>>, gained: number): object {
  const report = JSON.parse(JSON.stringify(sample));
  report.player.stats.skills.Slayer.xp += gained;
  return report;
}
