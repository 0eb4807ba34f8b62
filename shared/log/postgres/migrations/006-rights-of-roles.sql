-- The types of records that each role appends. The code fills the table together with the privileges.
create table log.appended_type (
  role text collate "C" not null,
  stream text collate "C" not null,
  type text collate "C" not null,
  primary key (role, stream, type)
);

-- Appends a group of records for a role that cannot write to the tables of the log. It refuses types that belong to no role of
-- the session's login, records without a value, gaps in the offsets, and another value for a data key. It runs with the rights
-- of the owner.
--
-- slots: a number for each partition of the group; partition_records: how many records each of them gets
-- record_slots, ordinals: the place of each record, from 0 in each partition
create function log.append_records(
  slots smallint[],
  streams text[],
  partitions smallint[],
  partition_records integer[],
  record_slots smallint[],
  ordinals integer[],
  keys text[],
  record_ids text[],
  types text[],
  versions smallint[],
  sources text[],
  key_ids text[],
  record_values bytea[]
) returns table (slot smallint, base bigint, "time" bigint)
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  wanted_records integer := cardinality(keys);
  -- As one text each, so that the statement below compares records with a list and not with roles.
  allowed text[] := array(
    select a.stream || ' ' || a.type
    from log.appended_type as a
    where pg_has_role(session_user, a.role, 'member')
  );
  claim record;
begin
  if 'hub.keys' = any (streams) and exists (
    select
    from unnest(record_slots, keys, types, record_values) as r (slot, key, type, value)
    join unnest(slots, streams) as w (slot, stream) using (slot)
    join log.hub_keys as known
      on known.partition = 0
      and (known.key = r.key or (r.type = 'secret-fingerprinted' and known.type = r.type))
    where w.stream = 'hub.keys'
      and (r.type = 'secret-fingerprinted' or known.value is distinct from r.value)
  ) then
    raise insufficient_privilege using message = 'this role may not replace a key of the log';
  end if;

  for claim in
    with wanted as (
      select w.slot, w.stream, w.partition, w.records
      from unnest(slots, streams, partitions, partition_records) as w (slot, stream, partition, records)
      where w.records > 0
    ),
    locked as (
      select p.stream, p.partition
      from log.partition as p
      join wanted as w on w.stream = p.stream and w.partition = p.partition
      order by p.stream, p.partition
      for update of p
    ),
    claimed as (
      update log.partition as p
      set next_offset = p.next_offset + w.records,
          last_time = greatest(p.last_time, floor(extract(epoch from clock_timestamp()) * 1000)::bigint)
      from locked as l
      join wanted as w on w.stream = l.stream and w.partition = l.partition
      where p.stream = l.stream and p.partition = l.partition
      returning w.slot, w.records, p.stream, p.partition, p.next_offset - w.records as base, p.last_time as "time"
    ),
    inserted as (
      insert into log.record
        (stream, partition, "offset", append_time, key, record_id, type, version, source, key_id, value)
      select c.stream, c.partition, c.base + r.ordinal, c."time",
             r.key, r.record_id::uuid, r.type, r.version, r.source, r.key_id, r.value
      from unnest(record_slots, ordinals, keys, record_ids, types, versions, sources, key_ids, record_values)
        as r (slot, ordinal, key, record_id, type, version, source, key_id, value)
      join claimed as c on c.slot = r.slot
      where c.stream || ' ' || r.type = any (allowed)
        and r.value is not null and r.ordinal >= 0 and r.ordinal < c.records
      returning 1
    )
    select claimed.slot, claimed.base, claimed."time",
           sum(claimed.records) over () as claimed_records,
           (select count(*) from inserted) as inserted_records
    from claimed
  loop
    -- Offsets of a partition are distinct by its primary key, so that equal sums leave no gap.
    if claim.claimed_records <> wanted_records or claim.inserted_records <> wanted_records then
      raise insufficient_privilege using message = 'this role may append only records of its own types, without gaps';
    end if;
    slot := claim.slot;
    base := claim.base;
    "time" := claim."time";
    return next;
  end loop;
end
$$;
revoke execute on function log.append_records(
  smallint[], text[], smallint[], integer[], smallint[], integer[], text[], text[], text[], smallint[], text[], text[], bytea[]
) from public;

-- How long records of a stream are kept. A role that deletes records cannot change this table, so it deletes no younger record.
create table log.retention (
  stream text collate "C" primary key,
  -- Null for a stream that keeps the last record of each key.
  keep_ms bigint
);

-- Deletes the oldest expired records of one partition, `most` at a time, and moves the partition's start. A role may keep
-- records longer than the table says, never shorter. Records are deleted ten minutes early, so that none is kept too long.
-- The row of the counter is updated last, so that its lock is short.
create function log.expire_records(
  expiring text,
  only_partition integer,
  wanted_keep_ms bigint,
  most integer,
  out deleted bigint,
  out more boolean
)
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  table_name text := replace(expiring, '.', '_');
  before bigint;
  expired smallint;
  past bigint;
begin
  deleted := 0;
  more := false;
  select floor(extract(epoch from clock_timestamp()) * 1000)::bigint - greatest(keep_ms, wanted_keep_ms) + 600000
  into before
  from log.retention
  where stream = expiring and keep_ms is not null;
  if before is null then
    return;
  end if;
  -- The oldest record of a partition is enough: later records are older by a clock skew at most.
  execute format(
    'select p.partition
     from log.partition as p
     cross join lateral (
       select append_time from log.%I where partition = p.partition order by "offset" limit 1
     ) as oldest
     where p.stream = $1 and p.partition = coalesce($2, p.partition) and oldest.append_time < $3
     limit 1',
    table_name
  ) into expired using expiring, only_partition, before;
  if expired is null then
    return;
  end if;
  execute format(
    'select max("offset") + 1
     from (select "offset", append_time from log.%I where partition = $1 order by "offset" limit $2) as oldest
     where append_time < $3',
    table_name
  ) into past using expired, most, before;
  execute format('delete from log.%I where partition = $1 and "offset" < $2', table_name) using expired, past;
  get diagnostics deleted = row_count;
  more := true;
  update log.partition
  set start_offset = greatest(start_offset, past)
  where stream = expiring and partition = expired;
end
$$;

-- Compacts the next `most` records of one partition, if they are older than a minute: only the newest record of each key stays.
create function log.compact_records(
  compacted text,
  only_partition integer,
  most integer,
  out deleted bigint,
  out more boolean
)
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  table_name text := replace(compacted, '.', '_');
  before bigint := floor(extract(epoch from clock_timestamp()) * 1000)::bigint - 60000;
  ready smallint;
  first bigint;
  past bigint;
begin
  deleted := 0;
  more := false;
  if not exists (select from log.retention where stream = compacted and keep_ms is null) then
    return;
  end if;
  execute format(
    'select p.partition, p.compacted_offset
     from log.partition as p
     cross join lateral (
       select append_time
       from log.%I
       where partition = p.partition and "offset" >= p.compacted_offset
       order by "offset"
       limit 1
     ) as oldest
     where p.stream = $1 and p.partition = coalesce($2, p.partition) and oldest.append_time < $3
     limit 1',
    table_name
  ) into ready, first using compacted, only_partition, before;
  if ready is null then
    return;
  end if;
  execute format(
    'select max("offset") + 1
     from (
       select "offset", append_time from log.%I where partition = $1 and "offset" >= $2 order by "offset" limit $3
     ) as next
     where append_time < $4',
    table_name
  ) into past using ready, first, most, before;
  -- Finds the records key by key in the index, and passes them as an array of unknown length. Otherwise the planner expects to
  -- delete most of a long log, and reads all of it for each batch.
  execute format(
    'delete from log.%1$I
     where partition = $1
       and "offset" = any (array(
         select old."offset"
         from (
           select key, max("offset") as "offset"
           from log.%1$I
           where partition = $1 and "offset" >= $2 and "offset" < $3
           group by key
         ) as newest
         cross join lateral (
           select "offset" from log.%1$I where partition = $1 and key = newest.key and "offset" < newest."offset" offset 0
         ) as old
       ))',
    table_name
  ) using ready, first, past;
  get diagnostics deleted = row_count;
  more := true;
  update log.partition set compacted_offset = past where stream = compacted and partition = ready;
end
$$;

-- Deletes tombstones that are older than a week, in the compacted part of a partition, where no older record of their key is
-- left. The last record of a partition stays: otherwise a reader would wait for an offset that never comes.
create function log.delete_tombstones(
  compacted text,
  only_partition integer,
  most integer,
  out deleted bigint,
  out more boolean
)
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  before bigint := floor(extract(epoch from clock_timestamp()) * 1000)::bigint - 7 * 86400000;
begin
  deleted := 0;
  if exists (select from log.retention where stream = compacted and keep_ms is null) then
    execute format(
      'delete from log.%1$I as old
       using (
         select r.partition, r."offset"
         from log.partition as p
         join log.%1$I as r
           on r.partition = p.partition and r."offset" < least(p.compacted_offset, p.next_offset - 1)
         where p.stream = $1 and p.partition = coalesce($2, p.partition) and r.value is null and r.append_time < $3
         limit $4
       ) as expired
       where old.partition = expired.partition and old."offset" = expired."offset"',
      replace(compacted, '.', '_')
    ) using compacted, only_partition, before, most;
    get diagnostics deleted = row_count;
  end if;
  more := deleted = most;
end
$$;

revoke execute on function
  log.expire_records(text, integer, bigint, integer),
  log.compact_records(text, integer, integer),
  log.delete_tombstones(text, integer, integer)
from public;
