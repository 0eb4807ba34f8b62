-- The audience of each category of the member's new accounts; null until the member chose it.
alter table member add column default_sharing jsonb;
