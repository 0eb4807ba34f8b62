export const historyKinds = [
  'events',
  'sessions',
  'xp_hours',
  'gear_changes',
  'days_of_wealth',
  'trail_points',
] as const;

type HistoryKind = (typeof historyKinds)[number];

/** Rows of each kind. `historyRowsMax` means as many or more. */
export type HistoryCounts = Readonly<Record<HistoryKind, number>>;

/** A count reads no more rows than this. */
export const historyRowsMax = 10_000;

const words: Readonly<Record<HistoryKind, readonly [string, string]>> = {
  events: ['event', 'events'],
  sessions: ['play session', 'play sessions'],
  xp_hours: ['hour of xp', 'hours of xp'],
  gear_changes: ['change of gear', 'changes of gear'],
  days_of_wealth: ['day of wealth', 'days of wealth'],
  trail_points: ['point of the trail', 'points of the trail'],
};

const whole = new Intl.NumberFormat('en');

/** Such as `12 events, 1 play session`; `no history` without any rows. */
export function historyText(counts: HistoryCounts): string {
  const parts = historyKinds.flatMap((kind) => {
    const count = counts[kind];
    if (count === 0) return [];
    const [one, several] = words[kind];
    const least = count >= historyRowsMax ? 'at least ' : '';
    return [`${least}${whole.format(count)} ${count === 1 ? one : several}`];
  });
  return parts.length === 0 ? 'no history' : parts.join(', ');
}
