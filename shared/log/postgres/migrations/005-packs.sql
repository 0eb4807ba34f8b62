-- Records of the streams that are kept for ever, 250 of a partition in a row: compressed with each other they take
-- 37 bytes each, where a row of their own takes 270.
create table log.pack (
  stream text collate "C" not null,
  partition smallint not null,
  first_offset bigint not null,
  -- The offset after its last record.
  past_offset bigint not null,
  records bytea not null
)
partition by list (stream);

-- Makes the table of a stream's packs, `log.hub_xp_pack` for `hub.xp`. They are compressed already, and what an erasure
-- takes out of them must not live on as a statistic.
create function log.create_packs(stream text)
returns void
language plpgsql
as $$
declare
  table_name text := replace(stream, '.', '_') || '_pack';
begin
  execute format('create table log.%I partition of log.pack for values in (%L)', table_name, stream);
  execute format('alter table log.%I add primary key (partition, past_offset)', table_name);
  execute format('alter table log.%I alter column records set storage external', table_name);
  execute format('alter table log.%I alter column records set statistics 0', table_name);
end
$$;

select log.create_packs(stream)
from log.partition
where stream in ('hub.activity', 'hub.feed', 'hub.gear', 'hub.membership', 'hub.xp')
group by stream;

-- Below it the records of a partition are in packs.
alter table log.partition add column packed_offset bigint not null default 0;

-- Puts records in the place of the oldest rows of a partition that are in no pack yet. It runs with the rights of the
-- owner: who maintains the log may delete none of what is kept for ever, but moves it.
create function log.pack_rows(packed_stream text, packed_partition integer, past bigint, packed_records bytea)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  first bigint;
  moved bigint;
begin
  select packed_offset into strict first
  from log.partition
  where stream = packed_stream and partition = packed_partition;
  delete from log.record
  where stream = packed_stream and partition = packed_partition and "offset" >= first and "offset" < past;
  get diagnostics moved = row_count;
  if moved is distinct from past - first then
    raise exception '%/% lacks records from % to %', packed_stream, packed_partition, first, past - 1;
  end if;
  insert into log.pack (stream, partition, first_offset, past_offset, records)
  values (packed_stream, packed_partition, first, past, packed_records);
  -- Last, so that appends wait for the commit alone.
  update log.partition set packed_offset = past where stream = packed_stream and partition = packed_partition;
end
$$;
revoke execute on function log.pack_rows(text, integer, bigint, bytea) from public;
