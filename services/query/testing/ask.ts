import { once } from 'node:events';
import { type Agent, get, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { checkAnswer } from './check-answer.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as the server sent them. */
  readonly rawHeaders: readonly string[];
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a schema has checked the bodies
  readonly body: any;
}

export interface Asking {
  readonly key?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
}

/** Leaves the path unchanged. Checks the JSON answer to a GET against the OpenAPI document. */
export async function ask(
  port: number,
  path: string,
  { key, method = 'GET', headers = {}, body }: Asking = {},
) {
  const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const asking = request({
    port,
    host: '127.0.0.1',
    path,
    method,
    agent: false,
    headers: { ...authorization, ...headers } as Record<string, string | string[]>,
  });
  asking.end(body);
  const [response] = await once(asking, 'response');
  const text = Buffer.concat(await response.toArray()).toString();
  const isJson = response.headers['content-type']?.startsWith('application/json') && text !== '';
  const answer: Answer = {
    status: response.statusCode,
    headers: response.headers,
    rawHeaders: response.rawHeaders,
    text,
    body: isJson ? JSON.parse(text) : null,
  };
  if (method === 'GET' && isJson) checkAnswer({ ...answer, path });
  return answer;
}

/** The body waits in the socket until somebody reads it. */
export async function askForHead(
  port: number,
  path: string,
  {
    key,
    coding,
    agent = false,
  }: { readonly key: string; readonly coding: string; readonly agent?: Agent | false },
): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${key}`, 'accept-encoding': coding };
  const asking = get({ port, host: '127.0.0.1', path, headers, agent });
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  response.on('error', () => {});
  return response;
}

/** Sends bytes and reads until the server closes. */
export async function send(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  // The server may close before all bytes are written.
  socket.on('error', () => {});
  socket.write(bytes);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
}
