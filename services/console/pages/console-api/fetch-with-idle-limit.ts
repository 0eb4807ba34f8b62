export interface LimitedRequest extends Omit<RequestInit, 'signal'> {
  readonly limitMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Fails when nothing arrives for `limitMs`. A long file on a slow line has all the time that it
 * needs.
 * @throws the errors of `fetch`; a DOMException `TimeoutError` at the limit
 */
export async function fetchWithIdleLimit(
  url: string,
  { limitMs, signal, ...options }: LimitedRequest,
): Promise<Response> {
  const ending = new AbortController();
  const end = () => ending.abort(new DOMException(`nothing came within ${limitMs} ms`, 'TimeoutError'));
  let timer = setTimeout(end, limitMs);
  const stop = () => clearTimeout(timer);
  const restart = () => {
    stop();
    timer = setTimeout(end, limitMs);
  };
  try {
    const signals = signal === undefined ? [ending.signal] : [signal, ending.signal];
    const response = await fetch(url, { ...options, signal: AbortSignal.any(signals) });
    if (response.body === null) {
      stop();
      return response;
    }
    restart();
    const watch = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (part, controller) => {
        restart();
        controller.enqueue(part);
      },
      flush: stop,
    });
    return new Response(response.body.pipeThrough(watch), response);
  } catch (error) {
    stop();
    throw error;
  }
}
