import type { Readable } from 'node:stream';

/** The body: a value to send as JSON, or text, bytes, chunks, or a stream for a long answer. */
export type AnswerBody =
  | { readonly json: unknown }
  | { readonly text: string }
  | { readonly bytes: Buffer }
  | { readonly chunks: readonly Buffer[]; readonly length: number }
  | { readonly stream: Readable };

export interface RouteAnswer {
  readonly status: 200 | 304;
  /** Sent next to `headersOfEveryResponse`. A header here replaces a header with its name there. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: AnswerBody | null;
}
