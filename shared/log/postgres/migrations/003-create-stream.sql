-- Makes the table of a stream, `log.hub_state` for `hub.state`, and the counters of its partitions.
create function log.create_stream(stream text, partitions integer, compacted boolean, sealed boolean)
returns void
language plpgsql
as $$
declare
  table_name text := replace(stream, '.', '_');
begin
  execute format('create table log.%I partition of log.record for values in (%L)', table_name, stream);
  execute format('alter table log.%I add primary key (partition, "offset")', table_name);
  if sealed then
    -- Sealed bytes do not compress: Postgres need not try.
    execute format('alter table log.%I alter column value set storage external', table_name);
  end if;
  if compacted then
    execute format('create index on log.%I (partition, key, "offset")', table_name);
    execute format('create index on log.%I (partition, "offset") where value is null', table_name);
  end if;
  insert into log.partition (stream, partition)
  select create_stream.stream, number
  from generate_series(0, partitions - 1) as number;
end
$$;
