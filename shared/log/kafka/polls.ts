import type { StreamName } from '../../events/streams.ts';
import { pause } from '../../waiting.ts';
import type { Page, ReadPosition } from '../event-log.ts';
import { confirmPages, isDoubtful } from './confirm-pages.ts';
import { fetchPages } from './fetch-pages.ts';
import type { KafkaLink } from './kafka-link.ts';
import type { Outages } from './outages.ts';
import { readEnds } from './read-ends.ts';
import type { ReportedEnds } from './reported-ends.ts';

/** The running fetches over one link, at most one at each broker. */
export interface Polls {
  /** Starts a fetch at each leader of these places that has none; `waitMs` is how long that broker may wait. */
  ask(
    places: readonly ReadPosition[],
    waitMs: (led: readonly ReadPosition[]) => number,
    maxBytes: number,
  ): Promise<void>;
  /** Resolves when the next fetch has ended. */
  nextEnd(): Promise<void>;
  /** The places of all running fetches. */
  places(): ReadPosition[];
}

export interface PollsOptions {
  readonly link: KafkaLink;
  topicOf(stream: StreamName): string;
  readonly outages: Outages;
  readonly reportedEnds: ReportedEnds;
  onPage(place: ReadPosition, page: Page): void;
  onFailure(error: unknown): void;
}

const retryEveryMs = 150;
/** The id for the leader of partitions that have none. */
const noLeader = -1;

export function createPolls(options: PollsOptions): Polls {
  const { link, topicOf, outages, reportedEnds, onPage, onFailure } = options;
  const underWay = new Map<number, readonly ReadPosition[]>();
  let end = Promise.withResolvers<void>();

  function start(leader: number, places: readonly ReadPosition[], work: () => Promise<void>): void {
    const outage = outages.at(`broker ${leader}`);
    underWay.set(leader, places);
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

  async function fetch(leader: number, places: readonly ReadPosition[], waitMs: number, maxBytes: number) {
    if (leader === noLeader) throw new Error('partitions have no leader now');
    const broker = await link.broker(leader);
    // Taken before the fetch, because its answer may lack records that are acknowledged meanwhile.
    const floors = new Map(places.map((place) => [place, Math.max(place.offset, reportedEnds.of(place))]));
    const floorOf = (place: ReadPosition) => floors.get(place) ?? 0;
    const pages = await fetchPages(broker, places, { topicOf, waitMs, maxBytes });
    const doubted = new Map([...pages].filter(([place, page]) => isDoubtful(page, floorOf(place))));
    for (const [place, page] of pages) {
      if (doubted.has(place)) continue;
      reportedEnds.raise(place, page.end);
      onPage(place, page);
    }
    if (doubted.size === 0) return;
    const ends = (asked: readonly ReadPosition[]) => readEnds(broker, asked, topicOf);
    for (const [place, page] of await confirmPages(doubted, ends)) {
      reportedEnds.replace(place, page.end);
      onPage(place, page);
    }
  }

  async function ask(
    places: readonly ReadPosition[],
    waitMs: (led: readonly ReadPosition[]) => number,
    maxBytes: number,
  ): Promise<void> {
    const byLeader = await groupByLeader(places);
    for (const [leader, led] of byLeader) {
      if (underWay.has(leader)) continue;
      start(leader, led, () => fetch(leader, led, waitMs(led), maxBytes));
    }
  }

  async function groupByLeader(places: readonly ReadPosition[]): Promise<Map<number, ReadPosition[]>> {
    const leaderOf = await link.leaders();
    return Map.groupBy(places, ({ stream, partition }) => leaderOf(topicOf(stream), partition) ?? noLeader);
  }

  return {
    ask: (places, waitMs, maxBytes) =>
      ask(places, waitMs, maxBytes).catch((error: unknown) => {
        if (!underWay.has(noLeader)) start(noLeader, places, () => Promise.reject(error));
      }),
    nextEnd: () => end.promise,
    places: () => [...underWay.values()].flat(),
  };
}
