import { QueryClient, useQuery } from '@tanstack/react-query';
import { HubError } from '../../../../shared/client/hub-error.ts';
import type { HubClient } from '../../../../shared/client/open-client.ts';
import { useLastFailure } from './use-last-failure.ts';
import { useReadApi } from './use-read-api.ts';

const triesMax = 4;
const backOffMaxMs = 30_000;
/** The shortest interval after a refusal. The owner may share the data later. */
const refusedEveryMs = 30_000;

/** Temporary errors are retried at the time that the hub names. */
export function createAnswerCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 20_000,
        // With the kept answers, Back shows a page at once, and the browser finds its place again.
        gcTime: 30 * 60_000,
        // A hub on this computer answers offline, and browsers may wrongly report to be offline.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => error instanceof HubError && error.mayPass && failures < triesMax,
        retryDelay: (failures, error) => {
          const asked = error instanceof HubError ? error.retryAfterMs : null;
          return asked ?? Math.min(backOffMaxMs, 1_000 * 2 ** failures);
        },
      },
    },
  });
}

interface AnswerOptions {
  readonly enabled?: boolean;
  readonly everyMs?: number;
}

export interface AnswerState<Body> {
  /** Stays while another answer is loading and while the hub is away. */
  readonly body: Body | undefined;
  /** Whether `body` belongs to an earlier selection. */
  readonly isEarlier?: boolean;
  readonly error: Error | null;
  /** When `body` came, epoch ms. */
  readonly at: number;
  readonly retry: () => void;
}

/**
 * A refusal is stored like an answer, because the library clears errors during each retry and would
 * show data of another selection.
 */
interface KeptAnswer<Body> {
  readonly body: Body | undefined;
  readonly at: number;
  readonly refusal: HubError | null;
}

/** `name` and `wanted` identify the answer. `ask` receives the answer before. */
export function useHubAnswer<Body>(
  name: string,
  wanted: object,
  ask: (client: HubClient, signal: AbortSignal, before: Body | undefined) => Promise<Body>,
  { enabled = true, everyMs }: AnswerOptions = {},
): AnswerState<Body> {
  const { client } = useReadApi();
  const key = [name, wanted];
  const asked = useQuery<KeptAnswer<Body>>({
    queryKey: key,
    queryFn: async ({ client: cache, queryKey, signal }) => {
      const { body, at = 0 } = cache.getQueryData<KeptAnswer<Body>>(queryKey) ?? {};
      try {
        return { body: await ask(client, signal, body), at: Date.now(), refusal: null };
      } catch (refusal) {
        if (!(refusal instanceof HubError) || refusal.mayPass) throw refusal;
        return { body, at, refusal };
      }
    },
    // The shown answer stays until the new selection is answered. An old refusal goes at once.
    placeholderData: (previous) => previous && { ...previous, refusal: null },
    enabled,
    refetchInterval: ({ state }) => {
      if (everyMs === undefined) return false;
      return state.data?.refusal ? Math.max(everyMs, refusedEveryMs) : everyMs;
    },
  });
  const { data } = asked;
  const said = asked.isPlaceholderData ? undefined : data;
  const failure = useLastFailure(key, asked, said !== undefined);
  const shown = failure === null ? data : said;
  return {
    body: shown?.body,
    isEarlier: asked.isPlaceholderData,
    error: failure ?? shown?.refusal ?? null,
    at: shown?.at ?? 0,
    retry: () => void asked.refetch(),
  };
}
