-- Which secret the log was made with, for processes that do not open the log; the log's own word counts.
create table hub.secret_fingerprint (
  one boolean primary key default true check (one),
  fingerprint text not null
);
