import type pg from 'pg';

/** The driver has no types for these methods. */
interface CopyingConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** The driver copies each message into a buffer. */
const chunkBytes = 60 * 1024;

/**
 * Runs `copy … from stdin`.
 * @throws when the server refuses the bytes; the connection stays usable
 */
export function copyIn(client: pg.ClientBase, text: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new CopyIn(text, bytes, (error) => (error === null ? resolve() : reject(error))));
  });
}

/** The driver calls these methods at the answers of the server. */
class CopyIn implements pg.Submittable {
  readonly #text: string;
  readonly #bytes: Buffer;
  /** The driver may replace the callback, to give up after a time. */
  callback: (error: Error | null) => void;

  constructor(text: string, bytes: Buffer, callback: (error: Error | null) => void) {
    this.#text = text;
    this.#bytes = bytes;
    this.callback = callback;
  }

  submit(connection: object): void {
    (connection as CopyingConnection).query(this.#text);
  }

  handleCopyInResponse(connection: CopyingConnection): void {
    for (let at = 0; at < this.#bytes.length; at += chunkBytes) {
      connection.sendCopyFromChunk(this.#bytes.subarray(at, at + chunkBytes));
    }
    connection.endCopyFrom();
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback(null);
  }

  handleError(error: Error): void {
    this.callback(error);
  }
}
