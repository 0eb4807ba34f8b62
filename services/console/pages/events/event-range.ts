/** Both ends are included, epoch ms. */
export interface EventRange {
  readonly from: number;
  /** Undefined means now. */
  readonly to: number | undefined;
}

/**
 * Null without a valid time. A missing start means the beginning, because the hub's own default
 * covers only the last 30 days.
 */
export function parseEventRange(from: string, to: string): EventRange | null {
  const [first, last] = [instantOf(from), instantOf(to)];
  return first === undefined && last === undefined ? null : { from: first ?? 0, to: last };
}

/** The longest time from an event until answers contain the event. */
const lateMs = 16 * 60_000;

/** @param answeredAt epoch ms */
export function isRangeFinal({ to }: EventRange, answeredAt: number): boolean {
  return to !== undefined && to + lateMs < answeredAt;
}

/** The last millisecond of the year 9999, which every browser can still format. */
const lastInstant = 253_402_300_799_999;

function instantOf(text: string): number | undefined {
  const at = Date.parse(text);
  return at >= 0 && at <= lastInstant ? at : undefined;
}

/** For a `datetime-local` field, in the viewer's time zone. */
export function toLocalField(address: string): string {
  const at = instantOf(address);
  if (at === undefined) return '';
  const date = new Date(at);
  const local = new Date(at - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** Reads a `datetime-local` field. @returns UTC */
export function fromLocalField(field: string): string {
  const at = instantOf(field);
  return at === undefined ? '' : new Date(at).toISOString();
}
