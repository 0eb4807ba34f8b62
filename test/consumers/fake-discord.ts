import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { startServer } from './file-server.ts';

interface Message {
  readonly id: string;
  readonly content?: string;
  readonly nonce?: string;
  readonly embeds: readonly {
    readonly title?: string;
    readonly description?: string;
    readonly footer?: { readonly text: string };
  }[];
  readonly allowed_mentions?: { readonly parse: readonly string[] };
}

/** `lost`: Discord keeps the message, and the answer never arrives. */
export type Fault = 'none' | 'lost' | 'refused' | 'limit' | 'error' | 'forget' | Refusal;

/** Discord answers with this status, and keeps no message. */
export type Refusal = 400 | 403 | 404;

export interface FakeDiscord {
  /** In place of https://discord.com/api/v10. */
  readonly api: string;
  readonly token: string;
  readonly channelId: string;
  /** Oldest first. */
  readonly messages: readonly Message[];
  /** Rules of Discord that a request broke. */
  readonly broken: readonly string[];
  /** Requests to post. */
  readonly tries: () => number;
}

const token = 'token-of-the-bot';
const channelId = '1234567890123456789';
const channelPath = `/channels/${channelId}/messages`;
const epochMs = 1_420_070_400_000;

/** @param nextFault the fault of each request to post */
export async function startFakeDiscord(nextFault: () => Fault): Promise<FakeDiscord> {
  const messages: Message[] = [];
  const broken: string[] = [];
  const nonces = new Map<string, Message>();
  let tries = 0;

  function store(posted: Omit<Message, 'id'> & { readonly enforce_nonce?: boolean }): Message {
    const known = posted.enforce_nonce === true ? nonces.get(posted.nonce ?? '') : undefined;
    if (known !== undefined) return known;
    const id = String((BigInt(Date.now() - epochMs) << 22n) + BigInt(messages.length));
    const message = { ...posted, id };
    messages.push(message);
    nonces.set(posted.nonce ?? '', message);
    return message;
  }

  async function post(request: IncomingMessage, response: ServerResponse): Promise<void> {
    tries += 1;
    const posted = (await json(request)) as Omit<Message, 'id'>;
    broken.push(...brokenRules(posted));
    const fault = nextFault();
    if (fault === 'forget') nonces.clear();
    if (fault === 'refused') return void response.destroy();
    if (typeof fault === 'number') {
      return answer(response, fault, { message: `refused with ${fault}`, code: 200_000 });
    }
    if (fault === 'error') return answer(response, 500, { message: '500: Internal Server Error', code: 0 });
    if (fault === 'limit') {
      return answer(response, 429, {
        message: 'You are being rate limited.',
        retry_after: 0.05,
        global: false,
      });
    }
    const message = store(posted);
    // Discord knows a nonce for some minutes only, and the bot may come back later.
    if (fault === 'lost') {
      nonces.clear();
      response.destroy();
      return;
    }
    answer(response, 200, message);
  }

  function list(url: URL, response: ServerResponse): void {
    const after = BigInt(url.searchParams.get('after') ?? '0');
    const limit = Number(url.searchParams.get('limit') ?? '50');
    const later = messages.filter(({ id }) => BigInt(id) > after);
    if (limit > 100) answer(response, 400, { message: 'Invalid Form Body', code: 50_035 });
    else answer(response, 200, later.slice(0, limit).toReversed());
  }

  const api = await startServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://discord');
    if (request.headers.authorization !== `Bot ${token}`) {
      return answer(response, 401, { message: '401: Unauthorized', code: 0 });
    }
    if (!request.headers['user-agent']?.startsWith('DiscordBot (')) broken.push('no user agent of a bot');
    if (url.pathname !== channelPath)
      return answer(response, 404, { message: 'Unknown Channel', code: 10_003 });
    if (request.method === 'POST') return post(request, response);
    list(url, response);
  });
  return { api, token, channelId, messages, broken, tries: () => tries };
}

function brokenRules({ nonce, embeds, allowed_mentions: mentions }: Omit<Message, 'id'>): string[] {
  const [embed] = embeds;
  const rules: [boolean, string][] = [
    [nonce === undefined || nonce.length > 25, `a nonce of ${nonce?.length} characters`],
    [(embed?.title?.length ?? 0) > 256, 'a title of more than 256 characters'],
    [(embed?.description?.length ?? 0) > 4_096, 'a description of more than 4,096 characters'],
    [embed?.description === undefined, 'a message without a text'],
    [mentions?.parse.length !== 0, 'a message that may mention members'],
  ];
  return rules.flatMap(([isBroken, rule]) => (isBroken ? [rule] : []));
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
