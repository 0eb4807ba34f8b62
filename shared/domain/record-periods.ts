/** The periods of a record, in UTC days. */
export const recordPeriods = { day: 1, week: 7, month: 30 } as const;
export type RecordPeriod = keyof typeof recordPeriods;
