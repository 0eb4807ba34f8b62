/** Epoch ms. The time also advances within a transaction. */
export const clockSql = 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint';
