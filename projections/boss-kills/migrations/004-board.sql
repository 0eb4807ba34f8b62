-- The board of a boss. A rank counts up to an entry for each account.
create index boss_of_board on boss (boss, kills) include (account_id);
-- The kills of a boss in a range, for competitions.
create index gain_of_boss on gain (boss, bucket);
