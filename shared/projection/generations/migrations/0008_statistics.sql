-- A hub that nobody uses updates each of these rows every second or two. By default that led to an analysis a minute, of
-- tables whose size and spread of values stay the same.
alter table projection.checkpoint set (autovacuum_analyze_threshold = 20000, autovacuum_analyze_scale_factor = 0);
alter table projection.member set (autovacuum_analyze_threshold = 20000, autovacuum_analyze_scale_factor = 0);
