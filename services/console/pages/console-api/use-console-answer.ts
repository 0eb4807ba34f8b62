import { useQuery } from '@tanstack/react-query';
import { HubError } from '../../../../shared/client/hub-error.ts';
import type { AnswerState } from '../read-api/use-hub-answer.ts';
import { useLastFailure } from '../read-api/use-last-failure.ts';
import { askConsole } from './ask-console.ts';
import { isSignedOutError } from './session-keeper.ts';
import { useMemberSession } from './use-session.ts';

/** For all answers that a command may change. */
export const consoleQueryKey = 'console';

const everyDefaultMs = 15_000;
const triesMax = 3;
/** A limit of the hub ends within a minute, so a page waits instead of failing. */
const limitedTriesMax = 60;

interface ConsoleOptions<Answer> {
  readonly enabled?: boolean;
  /** Default: 15 s. False asks once. A function chooses by the latest answer and error. */
  readonly everyMs?: number | false | ((latest: Answer | undefined, error: Error | null) => number | false);
}

function shouldRetry(failures: number, refusal: Error): boolean {
  if (!(refusal instanceof HubError) || !refusal.mayPass) return false;
  return failures < (refusal.status === 429 ? limitedTriesMax : triesMax);
}

/** An ended session leads to the sign-in page. */
export function useConsoleAnswer<Answer>(
  path: string,
  { enabled = true, everyMs = everyDefaultMs }: ConsoleOptions<Answer> = {},
): AnswerState<Answer> {
  const { keeper } = useMemberSession();
  const key = [consoleQueryKey, path];
  const asked = useQuery<Answer>({
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
    retry: shouldRetry,
    refetchInterval:
      typeof everyMs === 'function' ? ({ state }) => everyMs(state.data, state.error) : everyMs,
  });
  const { data: body, dataUpdatedAt: at } = asked;
  const error = useLastFailure(key, asked, body !== undefined);
  return { body, error, at, retry: () => void asked.refetch() };
}
