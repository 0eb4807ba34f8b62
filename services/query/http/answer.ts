import type { Readable } from 'node:stream';
import { timestamp } from '../schemas/envelope.ts';

export type AnswerBody =
  | { readonly json: unknown }
  | { readonly text: string }
  | { readonly bytes: Buffer }
  | { readonly chunks: readonly Buffer[]; readonly byteLength: number }
  | { readonly stream: Readable };

export interface RouteAnswer {
  readonly status: 200 | 304;
  /** Replaces headers of `headersOfEveryResponse` with the same name. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: AnswerBody | null;
}

/** @param readAt epoch ms */
export function dataAnswer(data: object, readAt: number): RouteAnswer {
  return { status: 200, body: { json: { data, meta: { generated_at: timestamp(readAt) } } } };
}
