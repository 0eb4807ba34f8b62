import type { Readable } from 'node:stream';

/**
 * The part after the headers: a JSON value, or JSON as text, as bytes, or as a stream of a long
 * answer.
 */
export type AnswerBody =
  | { readonly json: unknown }
  | { readonly text: string }
  | { readonly bytes: Buffer }
  | { readonly chunks: readonly Buffer[]; readonly length: number }
  | { readonly stream: Readable };

/** Headers come on top of the hub's own, or instead of them. */
export interface RouteAnswer {
  readonly status: 200 | 304;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: AnswerBody | null;
}
