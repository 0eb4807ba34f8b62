-- The accounts that killed a boss, for its board.
create index boss_of_board on boss (boss);
-- The kills of a boss in a range, for competitions.
create index gain_of_boss on gain (boss, bucket);
