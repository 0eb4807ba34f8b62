-- Processes that answer reads keep a copy of the sessions. What began since is found by the revision at which it began; only
-- after one has ended are all of them read again.
alter table console.session add column began_revision bigint not null default 0;
create index session_by_revision on console.session (began_revision);
alter table console.session_revision add column ended_revision bigint not null default 0;
