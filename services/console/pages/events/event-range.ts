/** Instants of an address, epoch ms, both ends included; an end that is not named is the hub's default. */
export interface EventRange {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** The range that an address names; null without one, and for what is no time. */
export function rangeOf(from: string, to: string): EventRange | null {
  const [first, last] = [instantOf(from), instantOf(to)];
  return first === undefined && last === undefined ? null : { from: first, to: last };
}

/** The last millisecond of the year 9999, the last that every date of a browser can show. */
const lastInstant = 253_402_300_799_999;

function instantOf(text: string): number | undefined {
  const at = Date.parse(text);
  return at >= 0 && at <= lastInstant ? at : undefined;
}

/** An instant of an address as a `datetime-local` field has it, in the viewer's zone. */
export function localFieldOf(address: string): string {
  const at = instantOf(address);
  if (at === undefined) return '';
  const date = new Date(at);
  const local = new Date(at - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** What a `datetime-local` field has, as it stands in an address: whoever gets that may live in another zone. */
export function addressOf(field: string): string {
  const at = instantOf(field);
  return at === undefined ? '' : new Date(at).toISOString();
}
