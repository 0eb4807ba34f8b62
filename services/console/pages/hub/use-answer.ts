import { keepPreviousData, QueryClient, useQuery } from '@tanstack/react-query';
import { HubError } from '../../../../shared/client/hub-error.ts';
import type { HubClient } from '../../../../shared/client/open-client.ts';
import { useReading } from './use-reading.ts';

const triesMax = 4;
const backOffMaxMs = 30_000;

/** One cache of answers for all pages. What may pass is asked for again, as late as the hub wants it. */
export function createAnswerCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 20_000,
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

export interface Asked<Body> {
  /** The latest answer, also while another is on its way and after the hub went away. */
  readonly body: Body | undefined;
  /** Why the latest request had no answer. */
  readonly error: Error | null;
  /** When `body` came, epoch ms. */
  readonly at: number;
  readonly retry: () => void;
}

/** Asks the hub. `name` and `wanted` tell answers apart. */
export function useAnswer<Body>(
  name: string,
  wanted: object,
  ask: (client: HubClient, signal: AbortSignal) => Promise<Body>,
  { enabled = true, everyMs }: AnswerOptions = {},
): Asked<Body> {
  const { client } = useReading();
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: [name, wanted],
    queryFn: ({ signal }) => ask(client, signal),
    placeholderData: keepPreviousData,
    enabled,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });
  return { body: data, error, at: dataUpdatedAt, retry: () => void refetch() };
}
