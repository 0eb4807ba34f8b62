import { utcDay } from '../../shared/domain/utc-day.ts';
import type { RecordedEventOf } from '../../shared/events/event.ts';
import type { gearReported } from '../../shared/events/types/gear-reported.ts';

export type WealthDaysEvent = RecordedEventOf<typeof gearReported>;

/** The value of an account on one UTC day (read-api.md 2.9). */
export interface WealthDay {
  readonly account_id: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly last_value: number;
  readonly max_value: number;
}

export interface WealthState {
  /** 0 until worn gear was sent. */
  readonly worn: number;
  /** Null until an inventory was sent. */
  readonly carried: number | null;
  /**
   * The day that changed last. Separate from `others`, because copying `others` for each event is
   * slow.
   */
  readonly latest: WealthDay | null;
  readonly others: ReadonlyMap<string, WealthDay>;
}

export const initialWealth: WealthState = { worn: 0, carried: null, latest: null, others: new Map() };

export function daysOf({ latest, others }: WealthState): WealthDay[] {
  return latest === null ? [...others.values()] : [...others.values(), latest];
}

export function dayOf({ latest, others }: WealthState, day: string): WealthDay | undefined {
  return latest?.day === day ? latest : others.get(day);
}

export function withDays(state: WealthState, days: readonly WealthDay[]): WealthState {
  return { ...state, others: new Map([...state.others, ...days.map((each) => [each.day, each] as const)]) };
}

/** See rules/histories.md#wealth. */
export function evolveWealth(state: WealthState, event: WealthDaysEvent): WealthState {
  const worn = event.data.worn?.value ?? state.worn;
  const carried = event.data.carried?.value ?? state.carried;
  if (carried === null) return { ...state, worn };
  const value = Math.min(worn + carried, Number.MAX_SAFE_INTEGER);
  const day = utcDay(event.data.at);
  const latest: WealthDay = {
    account_id: event.subject,
    day,
    last_value: value,
    max_value: Math.max(dayOf(state, day)?.max_value ?? 0, value),
  };
  const isSameDay = state.latest?.day === day;
  return { worn, carried, latest, others: isSameDay ? state.others : othersThan(state, day) };
}

function othersThan({ latest, others }: WealthState, day: string): ReadonlyMap<string, WealthDay> {
  const rest = new Map(others);
  if (latest !== null) rest.set(latest.day, latest);
  rest.delete(day);
  return rest;
}
