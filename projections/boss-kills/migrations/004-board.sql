-- The accounts that killed a boss, for its board.
create index boss_of_board on boss (boss);
