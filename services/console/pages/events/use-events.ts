import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { HubEvent, ParametersOf } from '../../../../shared/client/api.ts';
import { HubError } from '../../../../shared/client/hub-error.ts';
import type { HubClient } from '../../../../shared/client/open-client.ts';
import { sortByOccurrence } from '../common/events/by-occurrence.ts';
import type { FeedFilter } from '../common/events/event-filter.ts';
import type { AnswerState } from '../read-api/use-hub-answer.ts';
import { useLastFailure } from '../read-api/use-last-failure.ts';
import { useReadApi } from '../read-api/use-read-api.ts';
import { type EventRange, isRangeFinal } from './event-range.ts';
import { useFollowedEvents } from './use-followed-events.ts';

export interface EventPages {
  readonly events: readonly HubEvent[];
  /** Null at the end. */
  readonly onOlder: (() => void) | null;
  readonly isBusy: boolean;
  /** Epoch ms: no event after this time is missing. */
  readonly wholeSince: number;
}

export interface EventSelection {
  readonly filter: FeedFilter;
  /** An id, or empty for all. */
  readonly account: string;
  /** Names or ids with commas between them, or empty for all. */
  readonly items: string;
  readonly sources: string;
}

const everyMs = 10_000;
const pageSize = 100;
/** A page of a range may be empty before the end. One press reads at most this many pages. */
const pagesAtOnceMax = 5;

/**
 * The newest events or the events of a range, and older events page by page. The hub does not
 * answer a page twice: new events come by a cursor.
 * @param range null for the newest events
 */
export function useEvents(
  selection: EventSelection,
  range: EventRange | null,
  enabled: boolean,
): AnswerState<EventPages> {
  const wanted = parametersOf(selection);
  const hasEnd = range?.to !== undefined;
  const followed = useFollowedEvents(wanted, range === null ? 'newest' : 'now', enabled && !hasEnd);
  const present = hasEnd || followed.isEarlier === true ? undefined : followed.body;
  const { wholeSince = null, startedAt = 0 } = present ?? {};
  const olderThan = wholeSince === null ? null : { from: 0, to: Date.parse(wholeSince) };
  // The range is asked after the cursor, so that no event lies between them.
  const isReady = enabled && range !== null && (hasEnd || present !== undefined);
  const pages = usePages(wanted, { range: range ?? olderThan, startedAt, isReady });
  // The shown events stay until another selection is answered.
  const shown = range === null && followed.body?.begin === 'newest' ? followed.body : present;
  const stored = shown?.stored;
  const { older } = pages;
  const events = useMemo(
    () => joinEvents(stored ?? [], older ?? [], range?.from ?? 0),
    [stored, older, range?.from],
  );
  const isAnswered = range === null ? shown !== undefined : older !== undefined;
  const onOlder = older === undefined && olderThan === null ? null : pages.onOlder;
  const oldest = older?.at(-1)?.occurred_at ?? shown?.wholeSince ?? null;
  const shownSince = oldest === null ? Number.POSITIVE_INFINITY : Date.parse(oldest);
  const whole = onOlder === null ? 0 : shownSince;
  return {
    body: isAnswered ? { events, onOlder, isBusy: pages.isBusy, wholeSince: whole } : undefined,
    error: pages.error ?? (hasEnd ? null : followed.error),
    at: Math.max(followed.at, pages.at),
    retry: pages.error === null ? followed.retry : pages.retry,
  };
}

/** Newest first. An event may be in both lists. */
function joinEvents(stored: readonly HubEvent[], older: readonly HubEvent[], from: number): HubEvent[] {
  const byId = new Map([...stored.toReversed(), ...older].map((event) => [event.id, event]));
  return sortByOccurrence([...byId.values()].filter(({ occurred_at: at }) => Date.parse(at) >= from));
}

interface PagesOf {
  /** Null: there is nothing to ask. */
  readonly range: EventRange | null;
  readonly startedAt: number;
  /** Whether the first page is asked without a press. */
  readonly isReady: boolean;
}

interface PagesState {
  readonly data: { readonly pages: readonly unknown[] } | undefined;
  readonly dataUpdatedAt: number;
}

/**
 * Reads backwards from the end. The first page of a range that can still change is asked again,
 * until the viewer loads more.
 */
function usePages(wanted: ParametersOf<'/events'>, { range, startedAt, isReady }: PagesOf) {
  const { client } = useReadApi();
  const key = ['events of a range', wanted, range, startedAt];
  const canChange = ({ data, dataUpdatedAt }: PagesState) =>
    isReady &&
    range?.to !== undefined &&
    !isRangeFinal(range, dataUpdatedAt) &&
    (data?.pages.length ?? 0) <= 1;
  const asked = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => askPage(client, { ...wanted, ...range }, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    enabled: isReady,
    staleTime: ({ state }) => (canChange(state) ? everyMs : Number.POSITIVE_INFINITY),
    refetchInterval: ({ state }) => {
      if (state.error instanceof HubError && !state.error.mayPass) return false;
      return canChange(state) ? everyMs : false;
    },
  });
  const { data, dataUpdatedAt, fetchNextPage, hasNextPage } = asked;
  const error = useLastFailure(key, asked, data !== undefined);
  return {
    older: useMemo(() => data?.pages.flatMap(({ events }) => events), [data]),
    onOlder: data === undefined || hasNextPage ? () => void fetchNextPage() : null,
    isBusy: asked.isFetchingNextPage || (data === undefined && asked.isFetching),
    error,
    at: dataUpdatedAt,
    retry: () => void (data === undefined || asked.isFetchNextPageError ? fetchNextPage() : asked.refetch()),
  };
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
