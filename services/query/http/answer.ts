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
  /** Added to the headers of every response. A header with the same name is replaced. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: AnswerBody | null;
}
