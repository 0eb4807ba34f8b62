-- A checkpoint's barrier is called that everywhere else.
alter table projection.checkpoint rename column hold_at to barrier_at;
alter table projection.checkpoint rename column hold_until to barrier_until;
