-- Where people reach a running hub, for commands whose own environment does not say it. A row is its process's, by the name
-- of the session that holds the hub lock, and counts while that session is there.
create table hub.public_origin (
  session text primary key,
  origin text not null
);
