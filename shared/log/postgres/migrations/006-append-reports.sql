-- The types of records that ingest appends. The code fills the table together with the privileges.
create table log.report_type (
  stream text collate "C" not null,
  type text collate "C" not null,
  primary key (stream, type)
);

-- Appends a group of records for a role that cannot write to the tables of the log. It refuses other types, records without a
-- value, gaps in the offsets, and another value for a data key. It runs with the rights of the owner.
--
-- slots: a number for each partition of the group; partition_records: how many records each of them gets
-- record_slots, ordinals: the place of each record, from 0 in each partition
create function log.append_reports(
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
      join log.report_type as allowed on allowed.stream = c.stream and allowed.type = r.type
      where r.value is not null and r.ordinal >= 0 and r.ordinal < c.records
      returning 1
    )
    select claimed.slot, claimed.base, claimed."time",
           sum(claimed.records) over () as claimed_records,
           (select count(*) from inserted) as inserted_records
    from claimed
  loop
    -- Offsets of a partition are distinct by its primary key, so that equal sums leave no gap.
    if claim.claimed_records <> wanted_records or claim.inserted_records <> wanted_records then
      raise insufficient_privilege using message = 'this role may append whole reports only';
    end if;
    slot := claim.slot;
    base := claim.base;
    "time" := claim."time";
    return next;
  end loop;
end
$$;
revoke execute on function log.append_reports(
  smallint[], text[], smallint[], integer[], smallint[], integer[], text[], text[], text[], smallint[], text[], text[], bytea[]
) from public;
