import { useInfiniteQuery } from '@tanstack/react-query';
import type { HubEvent, ParametersOf } from '../../../../shared/client/api.ts';
import { HubError } from '../../../../shared/client/hub-error.ts';
import type { HubClient } from '../../../../shared/client/open-client.ts';
import { sortByOccurrence } from '../common/events/by-occurrence.ts';
import type { FeedFilter } from '../common/events/event-filter.ts';
import { type AnswerState, useHubAnswer } from '../read-api/use-hub-answer.ts';
import { useLastFailure } from '../read-api/use-last-failure.ts';
import { useReadApi } from '../read-api/use-read-api.ts';
import { type EventRange, isRangeFinal } from './event-range.ts';

export interface EventPages {
  readonly events: readonly HubEvent[];
  /** Null at the end. */
  readonly onOlder: (() => void) | null;
  readonly isBusy: boolean;
}

export interface EventSelection {
  readonly filter: FeedFilter;
  /** An id, or empty for all. */
  readonly account: string;
  /** Names or ids with commas between them, or empty for all. */
  readonly items: string;
  readonly sources: string;
}

/** Older events are read as a range. */
const newestEventsMax = 500;
const everyMs = 10_000;
const pageSize = 100;
/** A page of a range may be empty before the end. One press reads at most this many pages. */
const pagesAtOnceMax = 5;

/** @param onOlder receives the time after which the newest events are complete, ISO-8601 */
export function useNewestEvents(
  selection: EventSelection,
  enabled: boolean,
  onOlder: (to: string) => void,
): AnswerState<EventPages> {
  const asked = useHubAnswer(
    'events',
    selection,
    (client, signal) => client.get('/events', { limit: newestEventsMax, ...parametersOf(selection) }, signal),
    { enabled, everyMs },
  );
  const stored = asked.body?.data;
  if (stored === undefined) return { ...asked, body: undefined };
  const wholeSince = stored.length < newestEventsMax ? undefined : stored[0]?.received_at;
  const events = sortByOccurrence(stored.toReversed());
  const askOlder = wholeSince === undefined ? null : () => onOlder(wholeSince);
  return { ...asked, body: { events, onOlder: askOlder, isBusy: false } };
}

/**
 * Reads page by page backwards from the end. Null reads nothing. The first page is refreshed while
 * the range can still change, until the viewer loads more.
 */
export function useRangeEvents(selection: EventSelection, range: EventRange | null): AnswerState<EventPages> {
  const { client } = useReadApi();
  const key = ['events of a range', selection, range];
  const asked = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      askPage(client, { ...parametersOf(selection), ...range }, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    enabled: range !== null,
    staleTime: ({ state }) =>
      range !== null && isRangeFinal(range, state.dataUpdatedAt) ? Number.POSITIVE_INFINITY : everyMs,
    refetchInterval: ({ state: { data, dataUpdatedAt, error } }) => {
      if (range === null || isRangeFinal(range, dataUpdatedAt)) return false;
      if (error instanceof HubError && !error.mayPass) return false;
      return (data?.pages.length ?? 0) <= 1 ? everyMs : false;
    },
  });
  const { data, dataUpdatedAt, fetchNextPage, hasNextPage } = asked;
  const error = useLastFailure(key, asked, data !== undefined);
  const body = data && {
    events: data.pages.flatMap(({ events }) => events),
    onOlder: hasNextPage ? () => void fetchNextPage() : null,
    isBusy: asked.isFetchingNextPage,
  };
  const retry = () => void (asked.isFetchNextPageError ? fetchNextPage() : asked.refetch());
  return { body, error, at: dataUpdatedAt, retry };
}

async function askPage(
  client: HubClient,
  wanted: ParametersOf<'/events'>,
  cursor: string | null,
  signal: AbortSignal,
): Promise<{ readonly events: readonly HubEvent[]; readonly next: string | null }> {
  let next = cursor;
  for (let pages = 1; ; pages += 1) {
    const parameters = { ...wanted, limit: pageSize, ...(next === null ? {} : { cursor: next }) };
    const { data: events, meta } = await client.get('/events', parameters, signal);
    next = meta.next_cursor;
    if (events.length > 0 || next === null || pages === pagesAtOnceMax) return { events, next };
  }
}

function parametersOf({
  filter: { types, leastValue },
  account,
  items,
  sources,
}: EventSelection): ParametersOf<'/events'> {
  return {
    items: items === '' ? undefined : items.split(','),
    source: sources === '' ? undefined : sources.split(','),
    types: types.length === 0 ? undefined : types,
    accounts: account === '' ? undefined : [account],
    min_value: leastValue === 0 ? undefined : leastValue,
  };
}
