import { QueryClient, useQuery } from '@tanstack/react-query';
import { HubError } from '../../../../shared/client/hub-error.ts';
import type { HubClient } from '../../../../shared/client/open-client.ts';
import { useLastFailure } from './use-last-failure.ts';
import { useReadApi } from './use-read-api.ts';

const triesMax = 4;
const backOffMaxMs = 30_000;
/** What is refused may be shared later. */
const refusedEveryMs = 30_000;

/** One cache of answers for all pages. What may pass is asked for again, as late as the hub wants it. */
export function createAnswerCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 20_000,
        // A hub on this machine answers without any network, and a browser may be wrong about having none.
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
  /** False while there is nothing to ask. */
  readonly enabled?: boolean;
  readonly everyMs?: number;
}

export interface AnswerState<Body> {
  /** The latest answer, also while another is on its way and after the hub went away. */
  readonly body: Body | undefined;
  /** Why the latest request had no answer. */
  readonly error: Error | null;
  /** When `body` came, epoch ms. */
  readonly at: number;
  readonly retry: () => void;
}

/**
 * What the hub said last. A refusal is kept as answers are: an error goes while the hub is asked again, and with it went "No
 * such account" each five seconds, and what another selection shows came in its place.
 */
interface KeptAnswer<Body> {
  readonly body: Body | undefined;
  readonly at: number;
  readonly refusal: HubError | null;
}

/** Asks the hub. `name` and `wanted` tell answers apart. */
export function useHubAnswer<Body>(
  name: string,
  wanted: object,
  ask: (client: HubClient, signal: AbortSignal) => Promise<Body>,
  { enabled = true, everyMs }: AnswerOptions = {},
): AnswerState<Body> {
  const { client } = useReadApi();
  const key = [name, wanted];
  const { data, error, failureCount, failureReason, isPlaceholderData, refetch } = useQuery<KeptAnswer<Body>>(
    {
      queryKey: key,
      queryFn: async ({ client: cache, queryKey, signal }) => {
        try {
          return { body: await ask(client, signal), at: Date.now(), refusal: null };
        } catch (refusal) {
          if (!(refusal instanceof HubError) || refusal.mayPass) throw refusal;
          const { body, at = 0 } = cache.getQueryData<KeptAnswer<Body>>(queryKey) ?? {};
          return { body, at, refusal };
        }
      },
      // What was shown stays until the answer to another selection comes, but not that it was refused.
      placeholderData: (previous) => previous && { ...previous, refusal: null },
      enabled,
      refetchInterval: ({ state }) => {
        if (everyMs === undefined) return false;
        return state.data?.refusal ? Math.max(everyMs, refusedEveryMs) : everyMs;
      },
    },
  );
  const said = isPlaceholderData ? undefined : data;
  // One failure alone passes within a second or two.
  const latest = error ?? (isPlaceholderData && failureCount > 1 ? failureReason : null);
  const failure = useLastFailure(key, latest, said !== undefined);
  const shown = failure === null ? data : said;
  return {
    body: shown?.body,
    error: failure ?? shown?.refusal ?? null,
    at: shown?.at ?? 0,
    retry: () => void refetch(),
  };
}
