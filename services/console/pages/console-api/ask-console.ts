import { errorOfAnswer, HubError } from '../../../../shared/client/hub-error.ts';
import { basePath } from '../browser/base-path.ts';
import { fetchWithIdleLimit, type LimitedRequest } from './fetch-with-idle-limit.ts';

/**
 * For an answer, and for the next part of a file. A command may wait long for the log and the
 * projection.
 */
export const consoleTimeoutMs = 75_000;

/**
 * Sends the session cookie. A request with a body is a POST.
 * @param path without a leading slash
 * @throws HubError; the reason of `signal` when it is aborted
 */
export async function askConsole<Answer>(
  path: string,
  { body, signal }: { readonly body?: object; readonly signal?: AbortSignal } = {},
): Promise<Answer> {
  const response = await reachConsole(path, { body, signal, send: fetchWhole });
  const answer = parsed(await textOf(response, signal));
  if (!response.ok) throw refusalOf(response, answer);
  if (answer === null) {
    throw new HubError('unreadable', 'the answer is not what a hub gives', { status: response.status });
  }
  // Not validated here: the types come from the routes.
  return answer as Answer;
}

/** Like `askConsole`, for a file that may be long. */
export async function downloadFromConsole(path: string, body: object): Promise<Blob> {
  const response = await reachConsole(path, { body, send: fetchWithIdleLimit });
  if (!response.ok) throw refusalOf(response, parsed(await textOf(response)));
  return response.blob();
}

interface Sent extends Pick<LimitedRequest, 'signal'> {
  readonly body: object | undefined;
  readonly send: typeof fetchWithIdleLimit;
}

async function reachConsole(path: string, { body, signal, send }: Sent): Promise<Response> {
  try {
    return await send(`${basePath}/console/api/${path}`, {
      limitMs: consoleTimeoutMs,
      signal,
      cache: 'no-store',
      credentials: 'same-origin',
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof DOMException && cause.name === 'TimeoutError') {
      throw new HubError('timeout', `no answer within ${consoleTimeoutMs / 1_000} s`, { cause });
    }
    throw new HubError('unreachable', 'the hub cannot be reached', { cause });
  }
}

/** The limit covers the whole answer. */
function fetchWhole(url: string, { limitMs, signal, ...options }: LimitedRequest): Promise<Response> {
  const ending = AbortSignal.timeout(limitMs);
  return fetch(url, {
    ...options,
    signal: signal === undefined ? ending : AbortSignal.any([signal, ending]),
  });
}

async function textOf(response: Response, signal?: AbortSignal): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    signal?.throwIfAborted();
    throw new HubError('unreadable', 'the answer was cut off', { cause });
  }
}

function refusalOf(response: Response, answer: object | null): HubError {
  return errorOfAnswer(response.status, answer, response.headers.get('retry-after'));
}

function parsed(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
