-- Commands of the console, by member and by the id that the page made, so that no command is carried out twice, and a page
-- can ask for the outcome after a reload. Rows that are older than a week are deleted.
create table console.command (
  request_id uuid not null,
  member_id uuid not null,
  -- `given` until the outcome is known; after a crash of the console, the log tells the outcome.
  state text not null check (state in ('given', 'granted', 'refused')),
  -- Why the command was refused, in one line.
  message text,
  given_at timestamptz not null default clock_timestamp(),
  -- The id of the command's record follows from the member and request_id: two members may make the same request_id.
  record_id uuid not null unique,
  primary key (member_id, request_id)
);

create index command_by_time on console.command (given_at);
-- For the number of commands of a member within the last minute.
create index command_by_member on console.command (member_id, given_at);
