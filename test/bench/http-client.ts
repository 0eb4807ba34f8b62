import { connect, type Socket } from 'node:net';

export interface Answer {
  readonly status: number;
  readonly etag: string | null;
  readonly bytes: number;
  /** The server closes the connection behind it. */
  readonly lastOfConnection: boolean;
  /** The header; only of what is no success. */
  readonly retryAfter: string | null;
  /** Null unless it was to be kept. */
  readonly body: Buffer | null;
}

/** What is kept of a body: all of it, or its last bytes, `keptEndBytes` and more where it has them. */
export type Kept = 'all' | 'end';
export const keptEndBytes = 512;

/**
 * An HTTP/1.1 client for load: kept-alive connections, no pipelining, bodies counted and only kept where that is asked for. A tenth of the work
 * of node:http, so that the client is never what is measured.
 */
export interface LoadClient {
  /** @param head request line and headers, ended by an empty line */
  send(head: string, body?: Buffer, options?: { readonly keep?: Kept }): Promise<Answer>;
  /** Requests that wait for a free connection. */
  waiting(): number;
  close(): void;
}

interface Pending {
  readonly head: string;
  readonly body: Buffer | undefined;
  readonly keep: Kept | undefined;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

export function openLoadClient(port: number, connections: number): LoadClient {
  const free: Line[] = [];
  const queue: Pending[] = [];
  const lines = Array.from({ length: connections }, () => {
    const line = openLine(port, () => release(line));
    free.push(line);
    return line;
  });

  function release(line: Line): void {
    const next = queue.shift();
    if (next === undefined) free.push(line);
    else line.send(next);
  }

  return {
    send: (head, body, { keep } = {}) => {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      const pending = { head, body, keep, resolve, reject };
      const line = free.shift();
      if (line === undefined) queue.push(pending);
      else line.send(pending);
      return promise;
    },
    waiting: () => queue.length,
    close: () => {
      for (const line of lines) line.close();
    },
  };
}

interface Line {
  send(request: Pending): void;
  close(): void;
}

const headEnd = Buffer.from('\r\n\r\n');

/**
 * One connection with at most one request under way; `onFree` is called when it has been answered. Opened again after
 * the server closed it: servers end a connection after some thousand requests.
 */
function openLine(port: number, onFree: () => void): Line {
  let socket: Socket | null = null;
  let current: Pending | null = null;
  let head: Buffer | null = null;
  let answer: Omit<Answer, 'body'> | null = null;
  let bodyLeft = 0;
  let kept: Buffer[] = [];

  function open(): Socket {
    const opened = connect(port, '127.0.0.1');
    opened.setNoDelay(true);
    opened.on('data', take);
    opened.on('error', lost);
    opened.on('close', () => {
      if (opened === socket) lost(new Error('the server closed a connection'));
    });
    return opened;
  }

  function lost(error: Error): void {
    socket = null;
    const failed = current;
    current = null;
    kept = [];
    failed?.reject(error);
    if (failed !== null) onFree();
  }

  function takeHead(chunk: Buffer): Buffer {
    const text = head === null ? chunk : Buffer.concat([head, chunk]);
    const end = text.indexOf(headEnd);
    if (end === -1) {
      head = text;
      return text.subarray(text.length);
    }
    head = null;
    answer = parseHead(text.toString('latin1', 0, end));
    bodyLeft = answer.bytes;
    return text.subarray(end + headEnd.length);
  }

  function take(chunk: Buffer): void {
    const body = answer === null ? takeHead(chunk) : chunk;
    bodyLeft -= body.length;
    if (current?.keep !== undefined) kept.push(body);
    if (current?.keep === 'end') dropBeginning(kept);
    if (answer === null || bodyLeft > 0) return;
    const done = current;
    const given = answer;
    const held = done?.keep === undefined ? null : Buffer.concat(kept);
    current = null;
    answer = null;
    kept = [];
    if (given.lastOfConnection) {
      socket?.destroy();
      socket = null;
    }
    done?.resolve({ ...given, body: held });
    onFree();
  }

  return {
    send: (request) => {
      current = request;
      socket ??= open();
      socket.write(request.head, 'latin1');
      if (request.body !== undefined) socket.write(request.body);
    },
    close: () => socket?.destroy(),
  };
}

function parseHead(text: string): Omit<Answer, 'body'> {
  const status = Number(text.slice(9, 12));
  const length = /^content-length: *(\d+)/im.exec(text)?.[1];
  if (length === undefined && status !== 304 && status !== 204) throw new Error('an answer without a length');
  return {
    status,
    etag: /^etag: *(.+)$/im.exec(text)?.[1] ?? null,
    bytes: Number(length ?? 0),
    lastOfConnection: /^connection: *close/im.test(text),
    retryAfter: status < 400 ? null : (/^retry-after: *(.+)$/im.exec(text)?.[1] ?? null),
  };
}

/** Drops chunks that the last `keptEndBytes` do not need. */
function dropBeginning(chunks: Buffer[]): void {
  let behind = chunks.reduce((sum, { length }) => sum + length, 0);
  for (;;) {
    behind -= chunks[0]?.length ?? 0;
    if (chunks.length < 2 || behind < keptEndBytes) return;
    chunks.shift();
  }
}
