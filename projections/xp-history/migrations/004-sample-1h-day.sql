-- Days: what was before the first hour of one is how the day before ended. A table of days took 2.4 KB for ever of a player's
-- hour of play, this index takes 1.1, and a year of days is read from as many pages.
create index sample_1h_day on sample_1h (account_id, skill, bucket) include (before) where opens_day;
