import type { VisibleAccount } from '../../../projections/access/visibility/reader.ts';
import { accountRef } from '../schemas/account-ref.ts';
import { timestamp } from '../schemas/envelope.ts';
import type { TimeRange } from '../schemas/time-range.ts';

/**
 * `{account, from, to, <list>: [...]}` as text.
 * @param elements with commas
 * @param more further members, with a comma in front
 */
export async function* accountListText(
  account: VisibleAccount,
  range: TimeRange,
  list: string,
  elements: AsyncIterable<string>,
  more = '',
): AsyncGenerator<string> {
  yield `{"account":${JSON.stringify(accountRef(account))},${rangeText(range)},"${list}":[`;
  yield* elements;
  yield `]${more}}`;
}

export function rangeText({ from, to }: TimeRange): string {
  return `"from":"${timestamp(from)}","to":"${timestamp(to)}"`;
}

export async function* envelopeText(data: AsyncIterable<string>, now: number): AsyncGenerator<string> {
  yield '{"data":';
  yield* data;
  yield `,"meta":{"generated_at":"${timestamp(now)}"}}`;
}
