import { pause } from '../../../async/waiting.ts';
import type { StreamName } from '../../../events/streams.ts';
import type { Page, ReadPosition } from '../../event-log.ts';
import type { KafkaLink } from '../kafka-link.ts';
import type { Outages } from '../outage-logging.ts';
import { confirmPages, needsConfirmation } from './confirm-low-ends.ts';
import { fetchPages } from './fetch-pages.ts';
import type { HighestKnownEnds } from './highest-known-ends.ts';
import { readEnds } from './read-broker-ends.ts';

/** At most one running fetch at each broker. */
export interface RunningFetches {
  /** Starts a fetch at each leader of these positions that has no running fetch. */
  start(
    positions: readonly ReadPosition[],
    waitMs: (led: readonly ReadPosition[]) => number,
    maxBytes: number,
  ): Promise<void>;
  /** Resolves when the first running fetch ends, also after a failure. */
  nextEnd(): Promise<void>;
  positions(): ReadPosition[];
}

export interface RunningFetchesOptions {
  readonly link: KafkaLink;
  topicOf(stream: StreamName): string;
  readonly outages: Outages;
  readonly highestKnownEnds: HighestKnownEnds;
  onPage(position: ReadPosition, page: Page): void;
  onFailure(error: unknown): void;
}

const retryEveryMs = 150;
const noLeader = -1;

export function createRunningFetches(options: RunningFetchesOptions): RunningFetches {
  const { link, topicOf, outages, highestKnownEnds, onPage, onFailure } = options;
  const running = new Map<number, readonly ReadPosition[]>();
  let end = Promise.withResolvers<void>();

  function run(leader: number, positions: readonly ReadPosition[], work: () => Promise<void>): void {
    const outage = outages.at(`broker ${leader}`);
    running.set(leader, positions);
    work()
      .then(outage.ended, async (error: unknown) => {
        outage.failed(error);
        onFailure(error);
        await link.recover(leader === noLeader ? undefined : leader, error);
        await pause(retryEveryMs);
      })
      .finally(() => {
        running.delete(leader);
        end.resolve();
        end = Promise.withResolvers();
      });
  }

  async function fetch(leader: number, positions: readonly ReadPosition[], waitMs: number, maxBytes: number) {
    if (leader === noLeader) throw new Error('partitions have no leader now');
    const broker = await link.broker(leader);
    // Before the fetch: appends during the fetch raise the known ends above the end of the answer.
    const floors = new Map(
      positions.map((position) => [position, Math.max(position.offset, highestKnownEnds.of(position))]),
    );
    const floorOf = (position: ReadPosition) => floors.get(position) ?? 0;
    const pages = await fetchPages(broker, positions, { topicOf, waitMs, maxBytes });
    const unconfirmed = new Map(
      [...pages].filter(([position, page]) => needsConfirmation(page, floorOf(position))),
    );
    for (const [position, page] of pages) {
      if (unconfirmed.has(position)) continue;
      highestKnownEnds.raise(position, page.end);
      onPage(position, page);
    }
    if (unconfirmed.size === 0) return;
    const ends = (asked: readonly ReadPosition[]) => readEnds(broker, asked, topicOf);
    for (const [position, page] of await confirmPages(unconfirmed, ends)) {
      highestKnownEnds.replace(position, page.end);
      onPage(position, page);
    }
  }

  const startAll: RunningFetches['start'] = async (positions, waitMs, maxBytes) => {
    const leaderOf = await link.leaders();
    const byLeader = Map.groupBy(
      positions,
      ({ stream, partition }) => leaderOf(topicOf(stream), partition) ?? noLeader,
    );
    for (const [leader, led] of byLeader) {
      if (running.has(leader)) continue;
      run(leader, led, () => fetch(leader, led, waitMs(led), maxBytes));
    }
  };

  return {
    start: (positions, waitMs, maxBytes) =>
      startAll(positions, waitMs, maxBytes).catch((error: unknown) => {
        if (!running.has(noLeader)) run(noLeader, positions, () => Promise.reject(error));
      }),
    nextEnd: () => end.promise,
    positions: () => [...running.values()].flat(),
  };
}
