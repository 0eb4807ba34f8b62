import { pause } from '../../../async/waiting.ts';
import type { StreamName } from '../../../events/streams.ts';
import type { Page, ReadPosition } from '../../event-log.ts';
import type { KafkaLink } from '../kafka-link.ts';
import type { Outages } from '../outages.ts';
import { confirmPages, isDoubtful } from './confirm-pages.ts';
import { fetchPages } from './fetch-pages.ts';
import { readEnds } from './read-ends.ts';
import type { ReportedEnds } from './reported-ends.ts';

/** The running fetches over one link, at most one at each broker. */
export interface Polls {
  /** Starts a fetch at each leader of these positions that has none; `waitMs` is how long that broker may wait. */
  ask(
    positions: readonly ReadPosition[],
    waitMs: (led: readonly ReadPosition[]) => number,
    maxBytes: number,
  ): Promise<void>;
  /** Resolves when the next fetch has ended. */
  nextEnd(): Promise<void>;
  /** The positions of all running fetches. */
  positions(): ReadPosition[];
}

export interface PollsOptions {
  readonly link: KafkaLink;
  topicOf(stream: StreamName): string;
  readonly outages: Outages;
  readonly reportedEnds: ReportedEnds;
  onPage(position: ReadPosition, page: Page): void;
  onFailure(error: unknown): void;
}

const retryEveryMs = 150;
/** The id for the leader of partitions that have none. */
const noLeader = -1;

export function createPolls(options: PollsOptions): Polls {
  const { link, topicOf, outages, reportedEnds, onPage, onFailure } = options;
  const underWay = new Map<number, readonly ReadPosition[]>();
  let end = Promise.withResolvers<void>();

  function start(leader: number, positions: readonly ReadPosition[], work: () => Promise<void>): void {
    const outage = outages.at(`broker ${leader}`);
    underWay.set(leader, positions);
    work()
      .then(outage.ended, async (error: unknown) => {
        outage.failed(error);
        onFailure(error);
        await link.recover(leader === noLeader ? undefined : leader, error);
        await pause(retryEveryMs);
      })
      .finally(() => {
        underWay.delete(leader);
        end.resolve();
        end = Promise.withResolvers();
      });
  }

  async function fetch(leader: number, positions: readonly ReadPosition[], waitMs: number, maxBytes: number) {
    if (leader === noLeader) throw new Error('partitions have no leader now');
    const broker = await link.broker(leader);
    // Taken before the fetch, because its answer may lack records that are acknowledged meanwhile.
    const floors = new Map(
      positions.map((position) => [position, Math.max(position.offset, reportedEnds.of(position))]),
    );
    const floorOf = (position: ReadPosition) => floors.get(position) ?? 0;
    const pages = await fetchPages(broker, positions, { topicOf, waitMs, maxBytes });
    const doubted = new Map([...pages].filter(([position, page]) => isDoubtful(page, floorOf(position))));
    for (const [position, page] of pages) {
      if (doubted.has(position)) continue;
      reportedEnds.raise(position, page.end);
      onPage(position, page);
    }
    if (doubted.size === 0) return;
    const ends = (asked: readonly ReadPosition[]) => readEnds(broker, asked, topicOf);
    for (const [position, page] of await confirmPages(doubted, ends)) {
      reportedEnds.replace(position, page.end);
      onPage(position, page);
    }
  }

  const ask: Polls['ask'] = async (positions, waitMs, maxBytes) => {
    const byLeader = await groupByLeader(positions);
    for (const [leader, led] of byLeader) {
      if (underWay.has(leader)) continue;
      start(leader, led, () => fetch(leader, led, waitMs(led), maxBytes));
    }
  };

  async function groupByLeader(positions: readonly ReadPosition[]): Promise<Map<number, ReadPosition[]>> {
    const leaderOf = await link.leaders();
    return Map.groupBy(
      positions,
      ({ stream, partition }) => leaderOf(topicOf(stream), partition) ?? noLeader,
    );
  }

  return {
    ask: (positions, waitMs, maxBytes) =>
      ask(positions, waitMs, maxBytes).catch((error: unknown) => {
        if (!underWay.has(noLeader)) start(noLeader, positions, () => Promise.reject(error));
      }),
    nextEnd: () => end.promise,
    positions: () => [...underWay.values()].flat(),
  };
}
