-- A sign-in counts from its beginning on. For one that has failed others wait ten minutes, for one that is under way a second.
alter table console.failed_sign_in add column under_way boolean not null default false;

-- However many are under way, the failed ones are found without them.
create index failed_sign_in_by_failure on console.failed_sign_in (address, at) where not under_way;
