/** The current time of the database clock in epoch ms, also within a transaction. */
export const clockSql = 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint';
