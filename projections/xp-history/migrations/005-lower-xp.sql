-- The xp of the last lower report that waits, and its record time, epoch ms.
alter table skill add lower_xp bigint, add lower_at bigint;
