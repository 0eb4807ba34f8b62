-- What an erasure destroys must not live on beside the rows. Planner statistics hold values as they were sampled, also of
-- rows that are gone: none are kept of the values of records. No statement chooses by them.
do $$
declare
  sealed_tables regclass[] := array(
    select attrelid::regclass
    from pg_attribute
    join pg_inherits on inhrelid = attrelid
    where inhparent = 'log.record'::regclass and attname = 'value' and attstorage = 'e'
  );
  sealed_table regclass;
begin
  -- The same type again rewrites nothing. It drops what was sampled, and takes the way of storing back to the default.
  alter table log.record alter column value type bytea;
  alter table log.record alter column value set statistics 0;
  foreach sealed_table in array sealed_tables loop
    execute format('alter table %s alter column value set storage external', sealed_table);
  end loop;
end
$$;

-- As before, without statistics of values.
create or replace function log.create_stream(stream text, partitions integer, compacted boolean, sealed boolean)
returns void
language plpgsql
as $$
declare
  table_name text := replace(stream, '.', '_');
begin
  execute format('create table log.%I partition of log.record for values in (%L)', table_name, stream);
  execute format('alter table log.%I add primary key (partition, "offset")', table_name);
  execute format('alter table log.%I alter column value set statistics 0', table_name);
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

-- Writes the table of wrapped data keys anew, without the dead rows: VACUUM frees their places, but leaves the bytes there,
-- and VACUUM FULL takes along what an open snapshot could still see. The file of before is emptied at the commit. It runs
-- with the rights of the owner, for who may erase.
create function log.rewrite_keys()
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  lock table log.hub_keys in access exclusive mode;
  create temporary table kept_keys on commit drop as table log.hub_keys;
  truncate log.hub_keys;
  insert into log.hub_keys select * from kept_keys order by partition, "offset";
end
$$;
revoke execute on function log.rewrite_keys() from public;
