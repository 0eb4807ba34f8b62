import { Agent, type IncomingMessage, request } from 'node:http';
import type { PostOutcome } from './plugin-client.ts';

/** The hub's plugin endpoint over a few kept-alive connections. */
export interface HubEndpoint {
  /** Posts a report. Never throws. */
  report(token: string, body: string): Promise<PostOutcome>;
  /** Exchanges a pairing code for a token. Never throws. */
  pair(code: string): Promise<{ readonly token: string } | PostOutcome>;
  /** Closes the connections, which fails requests that are not answered yet. */
  close(): void;
}

/** The path for reports of the simulated plugin. */
export const reportsUrl = '/api/osrs-data/events';

const connectionsMax = 32;
/** The plugin's timeout for an answer. */
const timeoutMs = 10_000;
const answerBytesMax = 8_192;
const version = { 'x-osrs-exporter-version': '1.6.0', 'content-type': 'application/json' };

/** @param origin like http://127.0.0.1:3000 */
export function openEndpoint(origin: string): HubEndpoint {
  const agent = new Agent({ keepAlive: true, maxSockets: connectionsMax });

  async function post(
    path: string,
    headers: Record<string, string>,
    body: string,
  ): Promise<Answer | 'unreachable'> {
    try {
      return await answerTo(new URL(path, origin), headers, body);
    } catch {
      return 'unreachable';
    }
  }

  function answerTo(url: URL, headers: Record<string, string>, body: string): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const signal = AbortSignal.timeout(timeoutMs);
    const sent = request(url, { method: 'POST', agent, signal, headers: { ...version, ...headers } });
    sent.on('error', reject);
    sent.on('response', (response) => readAnswer(response).then(resolve, reject));
    sent.end(body);
    return promise;
  }

  return {
    report: async (token, body) => {
      const answer = await post(reportsUrl, { 'x-osrs-token': token }, body);
      return answer === 'unreachable' ? answer : outcomeOf(answer);
    },
    pair: async (code) => {
      const answer = await post('/api/osrs-data/pair', {}, JSON.stringify({ code }));
      if (answer === 'unreachable') return answer;
      if (answer.status !== 200) return outcomeOf(answer);
      const token = tokenOf(answer.text);
      return token === null ? 'unreachable' : { token };
    },
    close: () => agent.destroy(),
  };
}

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) {
    text += chunk;
    if (text.length > answerBytesMax) throw new Error('the answer is too long');
  }
  return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], text };
}

function outcomeOf({ status, retryAfter }: Answer): { status: number; retryAfterSeconds: number | null } {
  const whole = retryAfter !== undefined && /^\d{1,6}$/.test(retryAfter);
  return { status, retryAfterSeconds: whole ? Number(retryAfter) : null };
}

/** Null for an answer without a token: another program may listen at the address. */
function tokenOf(text: string): string | null {
  try {
    const token: unknown = JSON.parse(text)?.token;
    return typeof token === 'string' ? token : null;
  } catch {
    return null;
  }
}
