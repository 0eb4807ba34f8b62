import { Socket } from 'node:net';
import pg from 'pg';
import { shareLowPriority } from '../runtime/lower-backend-priority.ts';

/** Every bigint that the hub stores fits 2^53. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.INT8) return (text: string) => safeInteger(text);
    return pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`a bigint from the database exceeds 2^53: ${text}`);
  return value;
}

/** pg treats these modes as `verify-full`, and prints a long warning about them. */
function quiet(url: string): string {
  if (url.includes('uselibpqcompat=true')) return url;
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

/** A server whose machine vanished never closes a session. */
const endWithinMs = 1_000;

/**
 * An `error` event without a listener ends the process, and a server may send an error before the
 * caller gets the client.
 */
export class PostgresClient extends pg.Client {
  /** The id of the server's process, once connected. */
  declare readonly processID: number | null;

  constructor(config?: pg.ClientConfig) {
    super({
      ...config,
      ...(config?.connectionString && { connectionString: quiet(config.connectionString) }),
      types,
    });
    this.on('error', () => {});
    this.once('connect', () => {
      const { stream } = this.connection;
      if (stream instanceof Socket) shareLowPriority(this.processID, stream.localPort);
    });
  }

  /** Ends within a second: without an answer, TCP would wait for many minutes. */
  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | void {
    const force = setTimeout(() => this.connection.stream.destroy(), endWithinMs).unref();
    this.once('end', () => clearTimeout(force));
    return callback === undefined ? super.end() : super.end(callback);
  }
}
