import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { startServer } from './file-server.ts';

export const faults = ['503', '429', '401', 'HTML', 'HTML of a proxy', 'cut'] as const;
export type HubFault = (typeof faults)[number];

export interface FaultyHub {
  readonly url: string;
  /** @param fault null: the answers of the hub again */
  fail(fault: HubFault | null, options?: { readonly afterAnswers?: number }): void;
  /** Failed requests since the last `fail`. */
  failed(): number;
}

const failures: Readonly<Record<'503' | '429' | '401', readonly [code: string, message: string]>> = {
  503: ['unavailable', 'The hub is busy.'],
  429: ['rate_limited', 'Too many requests.'],
  401: ['unauthorized', 'A valid API key is required.'],
};

/** Stands in front of a hub, as a proxy does. It ends with the test. */
export async function startFaultyHub(hubUrl: string): Promise<FaultyHub> {
  let fault: HubFault | null = null;
  let passing = 0;
  let failed = 0;
  const url = await startServer((request, response) => {
    passing -= 1;
    if (fault === null || request.method === 'OPTIONS' || passing >= 0) pass(hubUrl, request, response);
    else {
      failed += 1;
      answerFault(fault, response);
    }
  });
  return {
    url,
    fail: (next, { afterAnswers = 0 } = {}) => {
      fault = next;
      passing = afterAnswers;
      failed = 0;
    },
    failed: () => failed,
  };
}

function answerFault(fault: HubFault, response: ServerResponse): void {
  const open = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'Retry-After' };
  const json = { ...open, 'content-type': 'application/json; charset=utf-8' };
  if (fault === 'cut') {
    response.writeHead(200, { ...json, 'content-length': '5000', etag: 'W/"cut"' });
    response.write('{"data":[{"name":"Quillon', () => response.destroy());
  } else if (fault === 'HTML' || fault === 'HTML of a proxy') {
    response.writeHead(fault === 'HTML' ? 200 : 502, { ...open, 'content-type': 'text/html' });
    response.end('<html><body>Log in to the network</body></html>');
  } else {
    const [code, message] = failures[fault];
    const wait = fault === '401' ? {} : { 'retry-after': '0' };
    response.writeHead(Number(fault), { ...json, ...wait }).end(JSON.stringify({ error: { code, message } }));
  }
}

function pass(hubUrl: string, { url, method, headers }: IncomingMessage, response: ServerResponse): void {
  const { host } = new URL(hubUrl);
  ask(`${hubUrl}${url}`, { method, headers: { ...headers, host } }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  })
    .on('error', () => response.destroy())
    .end();
}
