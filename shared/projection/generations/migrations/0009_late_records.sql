-- Whether the log was gone through once more, for records that were on their way into it when their subject was erased.
-- Erasures of before were not.
alter table projection.erased add column late_emptied boolean not null default false;
