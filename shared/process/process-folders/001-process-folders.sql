-- The folders of a running process, for a doctor whose own settings may name others. A row is its process's, by the name of
-- the session that holds the hub lock, and counts while that session is there.
create table hub.process_folders (
  session text primary key,
  host text not null,
  data_dir text not null,
  backup_dir text not null
);
