import { useQuery } from '@tanstack/react-query';
import { HubError } from '../../../../shared/client/hub-error.ts';
import type { AnswerState } from '../read-api/use-hub-answer.ts';
import { useLastFailure } from '../read-api/use-last-failure.ts';
import { askConsole } from './ask-console.ts';
import { isSignedOutError } from './session-keeper.ts';
import { useMemberSession } from './use-session.ts';

/** The query key of all answers that a command may change. */
export const consoleQueryKey = 'console';

const everyDefaultMs = 15_000;
const triesMax = 3;

interface ConsoleOptions<Answer> {
  /** False while there is nothing to ask. */
  readonly enabled?: boolean;
  /** Default: 15 s. False asks once. A function chooses by the latest answer and error. */
  readonly everyMs?: number | false | ((latest: Answer | undefined, error: Error | null) => number | false);
}

/** Asks a route of the console and keeps the answer current. An ended session leads to the sign-in page. */
export function useConsoleAnswer<Answer>(
  path: string,
  { enabled = true, everyMs = everyDefaultMs }: ConsoleOptions<Answer> = {},
): AnswerState<Answer> {
  const { keeper } = useMemberSession();
  const key = [consoleQueryKey, path];
  const { data, error, dataUpdatedAt, refetch } = useQuery<Answer>({
    queryKey: key,
    queryFn: async ({ signal }) => {
      try {
        return await askConsole<Answer>(path, { signal });
      } catch (refusal) {
        if (isSignedOutError(refusal)) keeper.end();
        throw refusal;
      }
    },
    enabled,
    staleTime: 0,
    retry: (failures, refusal) => refusal instanceof HubError && refusal.mayPass && failures < triesMax,
    refetchInterval:
      typeof everyMs === 'function' ? ({ state }) => everyMs(state.data, state.error) : everyMs,
  });
  const failure = useLastFailure(key, error, data !== undefined);
  return { body: data, error: failure, at: dataUpdatedAt, retry: () => void refetch() };
}
