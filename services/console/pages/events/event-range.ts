/** Instants, epoch ms, both ends included. */
export interface EventRange {
  readonly from: number;
  /** Undefined is now. */
  readonly to: number | undefined;
}

/**
 * The range that an address names; null without one, and for what is no time. Where it names no begin the range has none: the
 * hub's own is 30 days before the end, which the page would call all.
 */
export function parseEventRange(from: string, to: string): EventRange | null {
  const [first, last] = [instantOf(from), instantOf(to)];
  return first === undefined && last === undefined ? null : { from: first ?? 0, to: last };
}

/** An event may be 15 minutes old when it reaches the hub, and 15 s older when the hub tells it. */
const lateMs = 16 * 60_000;

/** Whether what the hub answered at a time, epoch ms, is all that there will ever be of the range. */
export function isRangeFinal({ to }: EventRange, answeredAt: number): boolean {
  return to !== undefined && to + lateMs < answeredAt;
}

/** The last millisecond of the year 9999, the last that every date of a browser can show. */
const lastInstant = 253_402_300_799_999;

function instantOf(text: string): number | undefined {
  const at = Date.parse(text);
  return at >= 0 && at <= lastInstant ? at : undefined;
}

/** An instant of an address as a `datetime-local` field has it, in the viewer's zone. */
export function toLocalField(address: string): string {
  const at = instantOf(address);
  if (at === undefined) return '';
  const date = new Date(at);
  const local = new Date(at - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** What a `datetime-local` field has, as it stands in an address: whoever gets that may live in another zone. */
export function fromLocalField(field: string): string {
  const at = instantOf(field);
  return at === undefined ? '' : new Date(at).toISOString();
}
