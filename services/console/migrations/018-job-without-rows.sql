-- Verifications held the rows that differ, as members reported them, and an erasure did not reach them here.
update console.job set result = result - 'differences' where kind = 'verify' and result ? 'differences';
