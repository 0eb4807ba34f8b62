-- The records of all streams, a table each; writers insert here, readers use the stream's own table.
create table log.record (
  stream text collate "C" not null,
  partition smallint not null,
  "offset" bigint not null,
  -- Epoch ms by the clock of the database.
  append_time bigint not null,
  key text collate "C" not null,
  record_id uuid not null,
  type text collate "C" not null,
  version smallint not null,
  source text collate "C" not null,
  -- Names the data key that closes the value, on sealed streams.
  key_id text collate "C",
  value bytea
)
partition by list (stream);
