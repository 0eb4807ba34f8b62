import type pg from 'pg';

/** What this takes of a connection of the driver, which has these methods, but no types for them. */
interface CopyingConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** Bytes of one message: the driver copies each into a buffer of its own. */
const chunkBytes = 60 * 1024;

/** Runs `copy … from stdin` with these bytes. @throws as the server refuses them; the connection is usable then */
export function copyIn(client: pg.ClientBase, text: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new CopyIn(text, bytes, (error) => (error === null ? resolve() : reject(error))));
  });
}

/** A query as the driver runs it, which calls these methods as the server answers. */
class CopyIn implements pg.Submittable {
  readonly #text: string;
  readonly #bytes: Buffer;
  /** The driver may put its own before it, to give up after a time. */
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
