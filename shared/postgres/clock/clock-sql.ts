/** The database's clock now, in epoch ms, within a transaction too. */
export const clockSql = 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint';
