-- Commands that were given in the console, by the id that the page made for each: none is carried out twice, and a page
-- can ask after a reload what became of one. What is older than a week is deleted.
create table console.command (
  request_id uuid primary key,
  member_id uuid not null,
  -- `given` until it is known; the log tells of those that a console did not live to tell of.
  state text not null check (state in ('given', 'granted', 'refused')),
  -- Why it was refused, in one line.
  message text,
  given_at timestamptz not null default clock_timestamp()
);

create index command_by_time on console.command (given_at);
