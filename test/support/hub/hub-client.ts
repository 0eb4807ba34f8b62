import { setTimeout as delay } from 'node:timers/promises';
import { deadline } from '../deadline.ts';
import { openapiCheck } from '../openapi-check.ts';

export interface HubClient {
  /** @returns the token */
  pairWith(code: string): Promise<string>;
  /** Posts a report, as an object or as bytes. */
  report(token: string, report: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Asks the read API, and checks the answer against the served OpenAPI document. */
  get(path: string, options?: GetOptions): Promise<Answer>;
  /**
   * Asks again until `seen`, for at most three times `withinMs`, and longer on a busy machine. A
   * busy hub answers 503 or 429: `seen` may throw for such an answer.
   */
  getUntil(path: string, options: GetOptions & UntilOptions): Promise<Answer & { readonly waitedMs: number }>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a schema has checked the bodies
  readonly body: any;
}

export interface GetOptions {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface UntilOptions {
  readonly seen: (answer: Answer) => boolean;
  readonly withinMs: number;
  readonly everyMs?: number;
}

const basePath = '/api/v1';
const documentAsksMax = 40;
const documentRestMs = 250;
const pluginVersion = { 'x-osrs-exporter-version': '1.6.0', 'content-type': 'application/json' };

export function createHubClient(url: string): HubClient {
  let checking: Promise<ReturnType<typeof openapiCheck>> | undefined;

  /** A busy hub answers 503, also for its document. */
  async function readCheck() {
    for (let asked = 1; ; asked += 1) {
      const { status, body } = await ask(`${url}${basePath}/openapi.json`, {});
      if (status === 200) return openapiCheck(body, basePath);
      if (asked === documentAsksMax) throw new Error(`the OpenAPI document was answered ${status}`);
      await delay(documentRestMs);
    }
  }

  async function get(path: string, { key, headers = {} }: GetOptions = {}): Promise<Answer> {
    const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const answer = await ask(`${url}${basePath}${path}`, { headers: { ...authorization, ...headers } });
    checking ??= readCheck();
    (await checking)({ path: basePath + path, status: answer.status, body: answer.body });
    return answer;
  }

  return {
    get,
    pairWith: async (code) => {
      const { status, body } = await ask(`${url}/api/osrs-data/pair`, {
        method: 'POST',
        headers: pluginVersion,
        body: JSON.stringify({ code }),
      });
      if (status !== 200) throw new Error(`pairing was answered ${status}: ${JSON.stringify(body)}`);
      return body.token;
    },
    report: (token, report, headers = {}) =>
      ask(`${url}/api/osrs-data/events`, {
        method: 'POST',
        headers: { ...pluginVersion, 'x-osrs-token': token, ...headers },
        body: Buffer.isBuffer(report) || typeof report === 'string' ? report : JSON.stringify(report),
      }),
    getUntil: async (path, { seen, withinMs, everyMs = 100, ...options }) => {
      const started = performance.now();
      for (;;) {
        const answer = await get(path, options);
        const waitedMs = performance.now() - started;
        if (isSeen(path, answer, seen)) return { ...answer, waitedMs };
        if (waitedMs > deadline(withinMs)) {
          throw new Error(
            `GET ${path} did not give the awaited answer within ${deadline(withinMs)} ms; last: ${shown(answer)}`,
          );
        }
        await delay(everyMs);
      }
    },
  };
}

function isSeen(path: string, answer: Answer, seen: UntilOptions['seen']): boolean {
  try {
    return seen(answer);
  } catch (error) {
    if (answer.status === 503 || answer.status === 429) return false;
    throw new Error(`GET ${path} was answered ${shown(answer)}`, { cause: error });
  }
}

/** The status and the start of the body, for a message of a few lines. */
function shown({ status, body }: Answer): string {
  return `${status} ${JSON.stringify(body)?.slice(0, 500)}`;
}

async function ask(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, { ...init, redirect: 'manual' });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text !== '' ? JSON.parse(text) : text,
  };
}
