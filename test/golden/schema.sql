create schema access_g1;
create schema account_achievements_g1;
create schema account_names_g1;
create schema account_state_g1;
create schema audit_log_g1;
create schema boss_kills_g1;
create schema console;
create schema equipment_history_g1;
create schema event_feed_g1;
create schema hub;
create schema item_storages_g1;
create schema location_trail_g1;
create schema log;
create schema play_sessions_g1;
create schema projection;
create schema tile_trail_g1;
create schema wealth_days_g1;
create schema xp_history_g1;
create schema xp_records_g1;

CREATE OR REPLACE FUNCTION hub.begin_pairing(of_address text, of_network text, given_now bigint, OUT attempt bigint, OUT wait_ms bigint)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  now_at bigint;
begin
  -- One at a time over all replicas: attempts side by side must not slip past the counts.
  lock table hub.pairing_lock in exclusive mode;
  now_at := coalesce(given_now, floor(extract(epoch from clock_timestamp()) * 1000)::bigint);
  delete from hub.pairing_attempt where at <= now_at - 3600000;

  -- Of each window the attempt that has to leave it before there is room.
  wait_ms := greatest(
    0,
    (
      select at + 600000 - now_at
      from hub.pairing_attempt
      where network = of_network and address = of_address and at > now_at - 600000
      order by at desc offset 9 limit 1
    ),
    (
      select at + 600000 - now_at
      from hub.pairing_attempt
      where network = of_network and at > now_at - 600000
      order by at desc offset 29 limit 1
    ),
    (
      select at + 60000 - now_at
      from hub.pairing_attempt
      where at > now_at - 60000
      order by at desc offset 299 limit 1
    ),
    (
      select at + 60000 - now_at
      from hub.pairing_attempt
      where at > now_at - 60000
        and exists (select from hub.pairing_attempt where network = of_network)
      order by at desc offset 59 limit 1
    )
  );
  if wait_ms > 0 then
    return;
  end if;
  insert into hub.pairing_attempt (address, network, at)
  values (of_address, of_network, now_at)
  returning id into attempt;
end
$function$;
CREATE OR REPLACE FUNCTION hub.delete_old_contacts(before bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  with past as (delete from hub.plugin_seen where at < before returning device),
  counted as (delete from hub.report_hour where hour < before),
  forgotten as (delete from hub.device_message using past where device_message.device = past.device)
  delete from hub.unknown_skill where at < before;
end
$function$;
CREATE OR REPLACE FUNCTION hub.delete_old_database_sizes()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from hub.database_size where day < current_date - 35;
end
$function$;
CREATE OR REPLACE FUNCTION hub.delete_old_device_accounts(before bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from hub.device_account where seen_at < before;
end
$function$;
CREATE OR REPLACE FUNCTION hub.delete_old_process_folders(of_session text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from hub.process_folders
  where session = of_session
     or not exists (select from pg_stat_activity where application_name = session);
end
$function$;
CREATE OR REPLACE FUNCTION hub.note_key_uses(key_ids uuid[], used_times bigint[], kept_from bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  with past as (delete from hub.key_use where used_at < kept_from)
  insert into hub.key_use as known (key_id, used_at)
  select use.key_id, use.used_at
  from unnest(key_ids, used_times) as use (key_id, used_at)
  -- Always in the same order, so that two processes do not wait for each other.
  order by use.key_id
  on conflict (key_id) do update set used_at = greatest(known.used_at, excluded.used_at);
end
$function$;
CREATE OR REPLACE FUNCTION hub.take_requests(window_ids text[], widths bigint[], records boolean[], entry_asks integer[], entry_windows integer[], entry_limits integer[], given_now bigint, OUT allowed boolean[], OUT counts integer[], OUT resets integer[])
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  now_at bigint;
  used integer[];
  oldest bigint[];
  granted integer[] := array_fill(0, array[cardinality(window_ids)]);
  entry integer := 1;
  first_entry integer;
  has_room boolean;
  w integer;
  next_at bigint;
begin
  -- One batch at a time over all replicas: what it counts is all there is until it ends.
  if true = any (records) then
    lock table hub.request_limit_lock in exclusive mode;
  end if;
  now_at := coalesce(given_now, floor(extract(epoch from clock_timestamp()) * 1000000)::bigint);

  select array_agg(coalesce(taken.used, 0) order by asked.position),
         array_agg(taken.oldest order by asked.position)
  into used, oldest
  from unnest(window_ids, widths) with ordinality as asked (id, width, position)
  left join lateral (
    select sum(request.count)::integer as used, min(request.at) as oldest
    from hub.limit_request as request
    where request.window_id = asked.id
      and request.at > now_at - asked.width
      and request.at < now_at + asked.width
  ) as taken on true;

  for ask in 1 .. cardinality(records) loop
    first_entry := entry;
    has_room := true;
    while entry_asks[entry] = ask loop
      has_room := has_room and used[entry_windows[entry]] < entry_limits[entry];
      entry := entry + 1;
    end loop;
    allowed[ask] := has_room;
    for e in first_entry .. entry - 1 loop
      w := entry_windows[e];
      if has_room and records[ask] then
        used[w] := used[w] + 1;
        granted[w] := granted[w] + 1;
        oldest[w] := coalesce(oldest[w], now_at);
      end if;
      counts[e] := used[w];
      next_at := oldest[w];
      -- After a limit was lowered more than it allows may be in: room comes when all but the limit have left.
      if used[w] > entry_limits[e] then
        select coalesce(min(request.at), now_at)
        into next_at
        from (
          select at, sum(count) over (order by at) as running
          from hub.limit_request
          where window_id = window_ids[w] and at > now_at - widths[w] and at < now_at + widths[w]
        ) as request
        where request.running > used[w] - entry_limits[e];
      end if;
      resets[e] := greatest(1, (coalesce(next_at, now_at - widths[w]) + widths[w] - now_at + 999999) / 1000000);
    end loop;
  end loop;

  insert into hub.limit_request as request (window_id, at, count)
  select window_ids[i], now_at, granted[i]
  from generate_subscripts(granted, 1) as i
  where granted[i] > 0
  on conflict (window_id, at) do update set count = request.count + excluded.count;
end
$function$;
CREATE OR REPLACE FUNCTION log.append_records(slots smallint[], streams text[], partitions smallint[], partition_records integer[], record_slots smallint[], ordinals integer[], keys text[], record_ids text[], types text[], versions smallint[], sources text[], key_ids text[], record_values bytea[])
 RETURNS TABLE(slot smallint, base bigint, "time" bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$;
CREATE OR REPLACE FUNCTION log.compact_records(compacted text, only_partition integer, most integer, OUT deleted bigint, OUT more boolean)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$;
CREATE OR REPLACE FUNCTION log.create_packs(stream text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  table_name text := replace(stream, '.', '_') || '_pack';
begin
  execute format('create table log.%I partition of log.pack for values in (%L)', table_name, stream);
  execute format('alter table log.%I add primary key (partition, past_offset)', table_name);
  execute format('alter table log.%I alter column records set storage external', table_name);
  execute format('alter table log.%I alter column records set statistics 0', table_name);
end
$function$;
CREATE OR REPLACE FUNCTION log.create_stream(stream text, partitions integer, compacted boolean, sealed boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
$function$;
CREATE OR REPLACE FUNCTION log.delete_tombstones(compacted text, only_partition integer, most integer, OUT deleted bigint, OUT more boolean)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$;
CREATE OR REPLACE FUNCTION log.expire_records(expiring text, only_partition integer, wanted_keep_ms bigint, most integer, OUT deleted bigint, OUT more boolean)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$;
CREATE OR REPLACE FUNCTION log.pack_rows(packed_stream text, packed_partition integer, past bigint, packed_records bytea)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$;
CREATE OR REPLACE FUNCTION log.rewrite_keys()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  lock table log.hub_keys in access exclusive mode;
  create temporary table kept_keys on commit drop as table log.hub_keys;
  truncate log.hub_keys;
  insert into log.hub_keys select * from kept_keys order by partition, "offset";
end
$function$;
CREATE OR REPLACE FUNCTION projection.note_damage(damaged_schema text, what text)
 RETURNS TABLE(name text, number integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
  update projection.generation g
  set damage = coalesce(g.damage, what)
  where g.schema_name = damaged_schema
    and g.state <> 'retired'
  returning g.projection, g.generation;
end
$function$;

create table access_g1.account (
  account_id text not null,
  name text,
  name_key text,
  type integer,
  ha_hash text,
  dink_hash text,
  first_seen bigint not null,
  owner_id text,
  contributor_ids text[] not null,
  blocked_ids text[] not null,
  sharing jsonb not null,
  changed_at bigint not null,
  last_offset bigint not null,
  named_at bigint not null default 0
) with (autovacuum_vacuum_threshold=1, autovacuum_vacuum_scale_factor=0);
create table access_g1.admin (
  member_id text not null,
  is_admin boolean not null,
  last_offset bigint not null
);
create table access_g1.api_key (
  key_id text not null,
  prefix text not null,
  secret_hash text not null,
  kind text not null,
  name text not null,
  member_id text,
  categories integer not null,
  account_ids text[],
  rate_limit_per_minute integer not null,
  expires_at bigint,
  revoked boolean not null,
  created_at bigint not null,
  changed_at bigint not null,
  last_offset bigint not null
) with (autovacuum_vacuum_threshold=1, autovacuum_vacuum_scale_factor=0);
create table access_g1.competition (
  competition_id text not null,
  title text not null,
  metric jsonb not null,
  from_at bigint not null,
  to_at bigint not null,
  teams jsonb not null,
  ended_at bigint,
  last_offset bigint not null
);
create table access_g1.decommission (
  hub text not null,
  is_on boolean not null,
  since bigint not null,
  last_offset bigint not null
);
create table access_g1.device (
  device_id text not null,
  member_id text not null,
  token_hash text not null,
  plugin text not null,
  name text not null,
  paired_at bigint not null,
  last_seen_at bigint,
  revoked boolean not null,
  last_offset bigint not null
) with (autovacuum_vacuum_threshold=1, autovacuum_vacuum_scale_factor=0);
create table access_g1.erased (
  subject text not null,
  at bigint not null,
  last_offset bigint not null
);
create table access_g1.identity (
  source text not null,
  external_id text not null,
  account_id text not null,
  member_ids text[] not null,
  last_offset bigint not null
) with (autovacuum_vacuum_threshold=1, autovacuum_vacuum_scale_factor=0);
create table access_g1.member (
  member_id text not null,
  name text not null,
  name_key text not null,
  chat_id text,
  time_zone text not null,
  active boolean not null,
  changed_at bigint not null,
  last_offset bigint not null,
  default_sharing jsonb
) with (autovacuum_vacuum_threshold=1, autovacuum_vacuum_scale_factor=0);
create table access_g1.pairing_code (
  code_hash text not null,
  member_id text not null,
  expires_at bigint not null,
  device_id text,
  last_offset bigint not null
) with (autovacuum_vacuum_threshold=1, autovacuum_vacuum_scale_factor=0);
create table access_g1.parked_decision (
  projection text not null,
  record_id text not null,
  record_offset bigint not null,
  decision text not null,
  last_offset bigint not null
);
create table access_g1.verdict (
  record_id text not null,
  subject text not null,
  refusal text,
  last_offset bigint not null
);
create table account_achievements_g1.account (
  account_id text collate "C" not null,
  obtained integer not null
) with (fillfactor=80);
create table account_achievements_g1.counter (
  account_id text collate "C" not null,
  counter text collate "C" not null,
  value integer not null,
  total integer,
  updated_at bigint not null,
  lower_since bigint
) with (fillfactor=80);
create table account_achievements_g1.held (
  account_id text collate "C" not null,
  type text collate "C" not null,
  updated_at bigint not null,
  completed integer,
  content json not null
) with (fillfactor=80);
create table account_achievements_g1.obtained (
  account_id text collate "C" not null,
  kind text collate "C" not null,
  compared_name text collate "C" not null,
  item_id integer not null,
  name text,
  obtained_at bigint,
  source text,
  kill_count integer
) with (fillfactor=80);
create table account_names_g1.name (
  account_id text collate "C" not null,
  number integer not null,
  name text not null,
  named_at bigint not null
) with (autovacuum_vacuum_threshold=1, autovacuum_vacuum_scale_factor=0);
create table account_state_g1.part (
  account_id text collate "C" not null,
  part text collate "C" not null,
  partition smallint not null,
  last_offset bigint not null,
  changed_at bigint not null,
  value json not null
) with (fillfactor=70, autovacuum_vacuum_scale_factor=0.05, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);
create table audit_log_g1.entry (
  record_id uuid not null,
  account_id text collate "C",
  member_id text collate "C",
  at bigint not null,
  actor text collate "C",
  operator text collate "C",
  action text collate "C",
  about text[] not null,
  details text not null
);
create table boss_kills_g1.account (
  account_id text collate "C" not null,
  bosses integer not null
) with (fillfactor=80);
create table boss_kills_g1.boss (
  account_id text collate "C" not null,
  boss text collate "C" not null,
  name text not null,
  kills integer,
  updated_at bigint,
  best_ms integer,
  best_at bigint,
  lower_since bigint
) with (fillfactor=80);
create table boss_kills_g1.gain (
  account_id text collate "C" not null,
  boss text collate "C" not null,
  bucket bigint not null,
  kills bigint not null
) with (fillfactor=80);
create table console.command (
  request_id uuid not null,
  member_id uuid not null,
  state text not null,
  message text,
  given_at timestamp with time zone not null default clock_timestamp(),
  record_id uuid not null
);
create table console.export (
  member_id uuid not null,
  at timestamp with time zone not null default clock_timestamp()
);
create unlogged table console.failed_sign_in (
  address text not null,
  at bigint not null,
  under_way boolean not null default false
);
create table console.job (
  id uuid not null,
  kind text not null,
  subject text,
  member_id uuid not null,
  state text not null,
  progress jsonb,
  result jsonb,
  started_at timestamp with time zone not null default clock_timestamp(),
  updated_at timestamp with time zone not null default clock_timestamp(),
  options jsonb not null default '{}'::jsonb
);
create table console.session (
  session_id uuid not null,
  token_hash text not null,
  member_id uuid not null,
  key_prefix text not null,
  key_secret_hash text not null,
  created_at bigint not null,
  last_used_at bigint not null,
  discord_token text,
  discord_checked_at bigint,
  began_revision bigint not null default 0
);
create table console.session_revision (
  hub text not null,
  revision bigint not null,
  ended_revision bigint not null default 0
);
create table console.sign_in_link (
  token_hash text not null,
  member_id uuid not null,
  made_by text not null,
  expires_at bigint not null
);
create table console.used_discord_state (
  state_hash text not null,
  used_at bigint not null
);
create table equipment_history_g1.change (
  account_id text collate "C" not null,
  changed_at bigint not null,
  "offset" bigint not null,
  items json not null
);
create table event_feed_g1.account_drop (
  account_id text collate "C" not null,
  seq bigint not null,
  occurred_at bigint not null,
  source_name text collate "C",
  source text collate "C",
  kind text collate "C",
  kill_count integer,
  value_gp bigint
);
create table event_feed_g1.account_reporter (
  account_id text collate "C" not null,
  reporter text collate "C" not null
);
create table event_feed_g1.collection_entry (
  account_id text collate "C" not null,
  entry text collate "C" not null,
  seq bigint not null
);
create table event_feed_g1.drop_item (
  account_id text collate "C" not null,
  seq bigint not null,
  item_id bigint not null,
  occurred_at bigint not null,
  name text collate "C",
  quantity bigint,
  value_gp bigint
);
create table event_feed_g1.duplicate (
  account_id text collate "C" not null,
  seq bigint not null,
  reporter text collate "C" not null,
  event_id uuid not null,
  received_at bigint not null
);
create table event_feed_g1.event (
  seq bigint not null,
  event_id uuid not null,
  account_id text collate "C" not null,
  type text collate "C" not null,
  occurred_at bigint not null,
  received_at bigint not null,
  value_gp bigint,
  item_id bigint,
  npc_id bigint,
  skill text,
  level bigint,
  tier text,
  points bigint,
  special_world boolean not null,
  data text not null,
  withheld json,
  source_name text collate "C"
);
create table event_feed_g1.event_item (
  item_id bigint not null,
  seq bigint not null,
  account_id text collate "C" not null,
  occurred_at bigint not null
);
create table event_feed_g1.feed_epoch (
  first_offset bigint not null,
  base bigint not null
);
create table event_feed_g1.item_name (
  account_id text collate "C" not null,
  name text collate "C" not null,
  item_id bigint not null
);
create table event_feed_g1.recent_event (
  account_id text collate "C" not null,
  seq bigint not null,
  reporter text collate "C" not null,
  what text collate "C" not null,
  occurred_at bigint not null,
  received_at bigint not null,
  items text collate "C"
);
create table hub.database_size (
  day date not null,
  at timestamp with time zone not null,
  bytes bigint not null
);
create table hub.device_account (
  device text not null,
  account text not null,
  seen_at bigint not null
);
create table hub.device_message (
  device text not null,
  kind text not null,
  messages bigint not null,
  at bigint not null
) with (fillfactor=80);
create table hub.feed_place (
  only_row boolean not null default true,
  place text not null,
  files text,
  tables text,
  written_by xid8
);
create table hub.first_contact (
  member text not null,
  day date not null,
  accounts integer not null
);
create table hub.key_use (
  key_id uuid not null,
  used_at bigint not null
);
create table hub.known_item (
  id integer not null,
  name text,
  ge_price integer,
  ha_price integer,
  name_of_file boolean not null default false,
  ha_price_of_file boolean not null default false,
  ge_price_of_file_at bigint,
  named_by text[] collate "C" not null default '{}'::text[],
  written_at bigint not null
) with (autovacuum_vacuum_threshold=1000, autovacuum_vacuum_scale_factor=0);
create table hub.known_world (
  world integer not null,
  special boolean not null,
  of_file boolean not null,
  said_at bigint not null,
  written_at bigint not null
);
create unlogged table hub.limit_request (
  window_id text not null,
  at bigint not null,
  count integer not null
) with (autovacuum_vacuum_scale_factor=0.05, autovacuum_vacuum_cost_delay=0);
create table hub.log_copy (
  identity text not null
);
create table hub.log_identity (
  only_row boolean not null default true,
  identity text not null
);
create table hub.migration (
  name text not null,
  file text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default clock_timestamp()
);
create unlogged table hub.pairing_attempt (
  id bigint not null,
  address text not null,
  network text not null,
  at bigint not null
);
create table hub.pairing_lock (

);
create table hub.plugin_seen (
  device text not null,
  plugin text not null,
  version text,
  client text not null,
  from_here boolean not null,
  forwarded integer not null,
  at bigint not null,
  used_at bigint,
  unused integer not null default 0,
  refused_at bigint,
  refusal text
);
create table hub.process_folders (
  session text not null,
  host text not null,
  data_dir text not null,
  backup_dir text not null
);
create table hub.public_origin (
  session text not null,
  origin text not null
);
create table hub.report_hour (
  hour bigint not null,
  reports bigint not null,
  refused bigint not null
) with (fillfactor=80);
create table hub.request_limit_lock (

);
create table hub.secret_fingerprint (
  one boolean not null default true,
  fingerprint text not null
);
create table hub.served_epoch (
  hub text not null,
  epoch bigint not null
);
create table hub.unknown_skill (
  plugin text not null,
  place integer not null,
  at bigint not null
);
create table item_storages_g1.storage (
  account_id text collate "C" not null,
  storage text collate "C" not null,
  member_id text collate "C" not null,
  updated_at bigint not null,
  items json not null
) with (fillfactor=80);
create table item_storages_g1.stored_item (
  account_id text collate "C" not null,
  storage text collate "C" not null,
  member_id text collate "C" not null,
  item_id integer not null,
  quantity bigint not null
) with (fillfactor=80);
create table location_trail_g1.point (
  account_id text collate "C" not null,
  minute bigint not null,
  at bigint not null,
  x integer not null,
  y integer not null,
  plane smallint not null,
  world integer,
  is_on_boat boolean
);
create table log.appended_type (
  role text collate "C" not null,
  stream text collate "C" not null,
  type text collate "C" not null
);
create table log.pack (
  stream text collate "C" not null,
  partition smallint not null,
  first_offset bigint not null,
  past_offset bigint not null,
  records bytea not null
) partition by LIST (stream);
create table log.partition (
  stream text collate "C" not null,
  partition smallint not null,
  start_offset bigint not null default 0,
  next_offset bigint not null default 0,
  last_time bigint not null default 0,
  compacted_offset bigint not null default 0,
  packed_offset bigint not null default 0
) with (fillfactor=10, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_scale_factor=0);
create table log.record (
  stream text collate "C" not null,
  partition smallint not null,
  "offset" bigint not null,
  append_time bigint not null,
  key text collate "C" not null,
  record_id uuid not null,
  type text collate "C" not null,
  version smallint not null,
  source text collate "C" not null,
  key_id text collate "C",
  value bytea
) partition by LIST (stream);
create table log.retention (
  stream text collate "C" not null,
  keep_ms bigint
);
create table play_sessions_g1.session (
  account_id text collate "C" not null,
  started_at bigint not null,
  last_seen_at bigint not null,
  ended_at bigint,
  end_reason text,
  worlds integer[] not null,
  timeout_ms integer not null
) with (fillfactor=80);
create table projection.checkpoint (
  projection text not null,
  generation integer not null,
  stream text not null,
  partition integer not null,
  next_offset bigint not null default 0,
  epoch bigint not null default 0,
  owner uuid,
  record_time bigint not null default 0,
  last_append_time bigint,
  watermark_at bigint not null default 0,
  barrier_at bigint,
  barrier_until timestamp with time zone,
  revision bigint not null default 0,
  revised_at bigint not null default 0
) with (fillfactor=20, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_scale_factor=0, autovacuum_analyze_threshold=20000, autovacuum_analyze_scale_factor=0);
create table projection.erased (
  subject text not null,
  erased_at timestamp with time zone not null default clock_timestamp(),
  late_emptied boolean not null default false
);
create table projection.generation (
  projection text not null,
  generation integer not null,
  shape integer not null,
  logic integer not null,
  schema_name text not null,
  state text not null,
  stopped_reason text,
  created_at timestamp with time zone not null default clock_timestamp(),
  files text[],
  deferred_indexes text[] not null default '{}'::text[],
  verified_with integer,
  damage text,
  first_fill boolean not null default false
);
create table projection.member (
  id uuid not null,
  seen_at timestamp with time zone not null,
  runs text[] not null
) with (fillfactor=20, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_scale_factor=0, autovacuum_analyze_threshold=20000, autovacuum_analyze_scale_factor=0);
create table projection.parked (
  projection text not null,
  generation integer not null,
  stream text not null,
  partition integer not null,
  record_offset bigint not null,
  record_id text not null,
  subject text not null,
  behind boolean not null,
  reason text not null,
  parked_at timestamp with time zone not null default clock_timestamp(),
  record_time bigint not null default 0,
  settled_offset bigint not null default '-1'::integer
);
create table projection.pointer (
  projection text not null,
  shape integer not null,
  generation integer not null,
  moved_at timestamp with time zone not null default clock_timestamp(),
  previous integer
);
create table tile_trail_g1.walked_minute (
  at bigint not null,
  count smallint not null,
  account_id text collate "C" not null,
  tiles bytea not null
);
create table wealth_days_g1.day (
  account_id text collate "C" not null,
  day date not null,
  last_value bigint not null,
  max_value bigint not null
) with (fillfactor=80);
create table wealth_days_g1.value (
  account_id text collate "C" not null,
  worn bigint not null,
  carried bigint
) with (fillfactor=80);
create table xp_history_g1.correction (
  account_id text collate "C" not null,
  skill text collate "C" not null,
  bucket bigint not null,
  fall bigint not null
);
create table xp_history_g1.sample_1h (
  account_id text collate "C" not null,
  skill text collate "C" not null,
  opens_day boolean not null,
  bucket bigint not null,
  xp bigint not null,
  before bigint
) with (autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_vacuum_scale_factor=0.02);
create table xp_history_g1.sample_5m (
  account_id text collate "C" not null,
  skill text collate "C" not null,
  bucket bigint not null,
  xp bigint not null,
  before bigint
) with (autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_vacuum_scale_factor=0.02);
create table xp_history_g1.skill (
  account_id text collate "C" not null,
  skill text collate "C" not null,
  xp bigint not null,
  at bigint not null,
  first_xp bigint not null,
  lower_since bigint,
  lower_xp bigint,
  lower_at bigint
) with (fillfactor=70);
create table xp_records_g1.milestone (
  account_id text collate "C" not null,
  kind text collate "C" not null,
  skill text collate "C" not null,
  value integer not null,
  at bigint
) with (fillfactor=80);
create table xp_records_g1.skill (
  account_id text collate "C" not null,
  skill text collate "C" not null,
  xp bigint not null,
  at bigint not null,
  lower_since bigint,
  level integer not null,
  level_at bigint,
  days json not null,
  day_gain bigint not null,
  day_last integer not null,
  week_gain bigint not null,
  week_last integer not null,
  month_gain bigint not null,
  month_last integer not null
) with (fillfactor=80);
create table log.hub_activity partition of log.record FOR VALUES IN ('hub.activity');
create table log.hub_activity_pack partition of log.pack FOR VALUES IN ('hub.activity');
create table log.hub_audit partition of log.record FOR VALUES IN ('hub.audit');
create table log.hub_feed partition of log.record FOR VALUES IN ('hub.feed');
create table log.hub_feed_pack partition of log.pack FOR VALUES IN ('hub.feed');
create table log.hub_gear partition of log.record FOR VALUES IN ('hub.gear');
create table log.hub_gear_pack partition of log.pack FOR VALUES IN ('hub.gear');
create table log.hub_holdings partition of log.record FOR VALUES IN ('hub.holdings');
create table log.hub_keys partition of log.record FOR VALUES IN ('hub.keys');
create table log.hub_location partition of log.record FOR VALUES IN ('hub.location');
create table log.hub_membership partition of log.record FOR VALUES IN ('hub.membership');
create table log.hub_membership_pack partition of log.pack FOR VALUES IN ('hub.membership');
create table log.hub_raw partition of log.record FOR VALUES IN ('hub.raw');
create table log.hub_state partition of log.record FOR VALUES IN ('hub.state');
create table log.hub_tiles partition of log.record FOR VALUES IN ('hub.tiles');
create table log.hub_xp partition of log.record FOR VALUES IN ('hub.xp');
create table log.hub_xp_pack partition of log.pack FOR VALUES IN ('hub.xp');

alter table log.hub_activity_pack alter column records set storage external;
alter table log.hub_feed alter column value set storage external;
alter table log.hub_feed_pack alter column records set storage external;
alter table log.hub_gear_pack alter column records set storage external;
alter table log.hub_holdings alter column value set storage external;
alter table log.hub_membership alter column value set storage external;
alter table log.hub_membership_pack alter column records set storage external;
alter table log.hub_raw alter column value set storage external;
alter table log.hub_xp_pack alter column records set storage external;
alter table tile_trail_g1.walked_minute alter column tiles set storage external;

alter table access_g1.account add constraint account_pkey PRIMARY KEY (account_id);
alter table access_g1.admin add constraint admin_pkey PRIMARY KEY (member_id);
alter table access_g1.api_key add constraint api_key_pkey PRIMARY KEY (key_id);
alter table access_g1.api_key add constraint api_key_prefix_key UNIQUE (prefix);
alter table access_g1.competition add constraint competition_pkey PRIMARY KEY (competition_id);
alter table access_g1.decommission add constraint decommission_pkey PRIMARY KEY (hub);
alter table access_g1.device add constraint device_pkey PRIMARY KEY (device_id);
alter table access_g1.erased add constraint erased_pkey PRIMARY KEY (subject);
alter table access_g1.identity add constraint identity_pkey PRIMARY KEY (source, external_id);
alter table access_g1.member add constraint member_pkey PRIMARY KEY (member_id);
alter table access_g1.pairing_code add constraint pairing_code_pkey PRIMARY KEY (code_hash);
alter table access_g1.parked_decision add constraint parked_decision_pkey PRIMARY KEY (projection, record_id, record_offset);
alter table access_g1.verdict add constraint verdict_pkey PRIMARY KEY (record_id);
alter table account_achievements_g1.account add constraint account_pkey PRIMARY KEY (account_id);
alter table account_achievements_g1.counter add constraint counter_pkey PRIMARY KEY (account_id, counter);
alter table account_achievements_g1.held add constraint held_pkey PRIMARY KEY (account_id, type);
alter table account_achievements_g1.obtained add constraint obtained_pkey PRIMARY KEY (account_id, kind, compared_name, item_id);
alter table account_names_g1.name add constraint name_pkey PRIMARY KEY (account_id, number);
alter table account_state_g1.part add constraint part_pkey PRIMARY KEY (account_id, part);
alter table audit_log_g1.entry add constraint entry_pkey PRIMARY KEY (record_id);
alter table boss_kills_g1.account add constraint account_pkey PRIMARY KEY (account_id);
alter table boss_kills_g1.boss add constraint boss_pkey PRIMARY KEY (account_id, boss);
alter table boss_kills_g1.gain add constraint gain_pkey PRIMARY KEY (account_id, boss, bucket);
alter table console.command add constraint command_pkey PRIMARY KEY (member_id, request_id);
alter table console.command add constraint command_record_id_key UNIQUE (record_id);
alter table console.command add constraint command_state_check CHECK ((state = ANY (ARRAY['given'::text, 'granted'::text, 'refused'::text])));
alter table console.export add constraint export_pkey PRIMARY KEY (member_id);
alter table console.job add constraint job_pkey PRIMARY KEY (id);
alter table console.job add constraint job_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text])));
alter table console.session add constraint session_key_prefix_key UNIQUE (key_prefix);
alter table console.session add constraint session_pkey PRIMARY KEY (session_id);
alter table console.session add constraint session_token_hash_key UNIQUE (token_hash);
alter table console.session_revision add constraint session_revision_pkey PRIMARY KEY (hub);
alter table console.sign_in_link add constraint sign_in_link_pkey PRIMARY KEY (token_hash);
alter table console.used_discord_state add constraint used_discord_state_pkey PRIMARY KEY (state_hash);
alter table equipment_history_g1.change add constraint change_pkey PRIMARY KEY (account_id, changed_at, "offset");
alter table event_feed_g1.account_drop add constraint account_drop_pkey PRIMARY KEY (account_id, seq);
alter table event_feed_g1.account_reporter add constraint account_source_pkey PRIMARY KEY (account_id, reporter);
alter table event_feed_g1.collection_entry add constraint collection_entry_pkey PRIMARY KEY (account_id, entry);
alter table event_feed_g1.drop_item add constraint drop_item_pkey PRIMARY KEY (account_id, seq, item_id);
alter table event_feed_g1.duplicate add constraint duplicate_event_id_key UNIQUE (event_id);
alter table event_feed_g1.duplicate add constraint duplicate_pkey PRIMARY KEY (account_id, seq, event_id);
alter table event_feed_g1.event add constraint event_event_id_key UNIQUE (event_id);
alter table event_feed_g1.event add constraint event_pkey PRIMARY KEY (seq);
alter table event_feed_g1.event_item add constraint event_item_pkey PRIMARY KEY (item_id, seq) INCLUDE (account_id);
alter table event_feed_g1.feed_epoch add constraint feed_epoch_pkey PRIMARY KEY (first_offset);
alter table event_feed_g1.item_name add constraint item_name_pkey PRIMARY KEY (account_id, name, item_id);
alter table event_feed_g1.recent_event add constraint recent_event_account_id_what_occurred_at_seq_key UNIQUE (account_id, what, occurred_at, seq);
alter table event_feed_g1.recent_event add constraint recent_event_pkey PRIMARY KEY (account_id, seq);
alter table hub.database_size add constraint database_size_pkey PRIMARY KEY (day);
alter table hub.device_account add constraint device_account_pkey PRIMARY KEY (device, account);
alter table hub.device_message add constraint device_message_pkey PRIMARY KEY (device, kind);
alter table hub.feed_place add constraint feed_place_only_row_check CHECK (only_row);
alter table hub.feed_place add constraint feed_place_pkey PRIMARY KEY (only_row);
alter table hub.first_contact add constraint first_contact_pkey PRIMARY KEY (member, day);
alter table hub.key_use add constraint key_use_pkey PRIMARY KEY (key_id);
alter table hub.known_item add constraint known_item_id_check CHECK (((id >= 0) AND (id <= 65535)));
alter table hub.known_item add constraint known_item_pkey PRIMARY KEY (id);
alter table hub.known_world add constraint known_world_pkey PRIMARY KEY (world);
alter table hub.known_world add constraint known_world_world_check CHECK (((world >= 1) AND (world <= 4095)));
alter table hub.limit_request add constraint limit_request_pkey PRIMARY KEY (window_id, at) INCLUDE (count);
alter table hub.log_copy add constraint log_copy_pkey PRIMARY KEY (identity);
alter table hub.log_identity add constraint log_identity_only_row_check CHECK (only_row);
alter table hub.log_identity add constraint log_identity_pkey PRIMARY KEY (only_row);
alter table hub.migration add constraint migration_pkey PRIMARY KEY (name, file);
alter table hub.pairing_attempt add constraint pairing_attempt_pkey PRIMARY KEY (id);
alter table hub.plugin_seen add constraint plugin_seen_pkey PRIMARY KEY (device);
alter table hub.process_folders add constraint process_folders_pkey PRIMARY KEY (session);
alter table hub.public_origin add constraint public_origin_pkey PRIMARY KEY (session);
alter table hub.report_hour add constraint report_hour_pkey PRIMARY KEY (hour);
alter table hub.secret_fingerprint add constraint secret_fingerprint_one_check CHECK (one);
alter table hub.secret_fingerprint add constraint secret_fingerprint_pkey PRIMARY KEY (one);
alter table hub.served_epoch add constraint served_epoch_pkey PRIMARY KEY (hub);
alter table hub.unknown_skill add constraint unknown_skill_pkey PRIMARY KEY (plugin, place);
alter table item_storages_g1.storage add constraint storage_pkey PRIMARY KEY (account_id, storage, member_id);
alter table item_storages_g1.stored_item add constraint stored_item_pkey PRIMARY KEY (account_id, storage, member_id, item_id);
alter table location_trail_g1.point add constraint point_pkey PRIMARY KEY (account_id, minute);
alter table log.appended_type add constraint appended_type_pkey PRIMARY KEY (role, stream, type);
alter table log.hub_activity add constraint hub_activity_pkey PRIMARY KEY (partition, "offset");
alter table log.hub_activity_pack add constraint hub_activity_pack_pkey PRIMARY KEY (partition, past_offset);
alter table log.hub_audit add constraint hub_audit_pkey PRIMARY KEY (partition, "offset");
alter table log.hub_feed add constraint hub_feed_pkey PRIMARY KEY (partition, "offset");
alter table log.hub_feed_pack add constraint hub_feed_pack_pkey PRIMARY KEY (partition, past_offset);
alter table log.hub_gear add constraint hub_gear_pkey PRIMARY KEY (partition, "offset");
alter table log.hub_gear_pack add constraint hub_gear_pack_pkey PRIMARY KEY (partition, past_offset);
alter table log.hub_holdings add constraint hub_holdings_pkey PRIMARY KEY (partition, "offset");
alter table log.hub_keys add constraint hub_keys_pkey PRIMARY KEY (partition, "offset");
alter table log.hub_location add constraint hub_location_pkey PRIMARY KEY (partition, "offset");
alter table log.hub_membership add constraint hub_membership_pkey PRIMARY KEY (partition, "offset");
alter table log.hub_membership_pack add constraint hub_membership_pack_pkey PRIMARY KEY (partition, past_offset);
alter table log.hub_raw add constraint hub_raw_pkey PRIMARY KEY (partition, "offset");
alter table log.hub_state add constraint hub_state_pkey PRIMARY KEY (partition, "offset");
alter table log.hub_tiles add constraint hub_tiles_pkey PRIMARY KEY (partition, "offset");
alter table log.hub_xp add constraint hub_xp_pkey PRIMARY KEY (partition, "offset");
alter table log.hub_xp_pack add constraint hub_xp_pack_pkey PRIMARY KEY (partition, past_offset);
alter table log.partition add constraint partition_pkey PRIMARY KEY (stream, partition);
alter table log.retention add constraint retention_pkey PRIMARY KEY (stream);
alter table play_sessions_g1.session add constraint session_pkey PRIMARY KEY (account_id, started_at);
alter table projection.checkpoint add constraint checkpoint_pkey PRIMARY KEY (projection, generation, stream, partition);
alter table projection.erased add constraint erased_pkey PRIMARY KEY (subject);
alter table projection.generation add constraint generation_check CHECK (((state = 'stopped'::text) = (stopped_reason IS NOT NULL)));
alter table projection.generation add constraint generation_pkey PRIMARY KEY (projection, generation);
alter table projection.generation add constraint generation_schema_name_key UNIQUE (schema_name);
alter table projection.generation add constraint generation_state_check CHECK ((state = ANY (ARRAY['live'::text, 'building'::text, 'ready'::text, 'retired'::text, 'stopped'::text])));
alter table projection.member add constraint member_pkey PRIMARY KEY (id);
alter table projection.parked add constraint parked_pkey PRIMARY KEY (projection, generation, stream, partition, record_offset);
alter table projection.pointer add constraint pointer_pkey PRIMARY KEY (projection, shape);
alter table tile_trail_g1.walked_minute add constraint walked_minute_pkey PRIMARY KEY (account_id, at);
alter table wealth_days_g1.day add constraint day_pkey PRIMARY KEY (account_id, day);
alter table wealth_days_g1.value add constraint value_pkey PRIMARY KEY (account_id);
alter table xp_history_g1.correction add constraint correction_pkey PRIMARY KEY (account_id, skill, bucket);
alter table xp_history_g1.sample_1h add constraint sample_1h_pkey PRIMARY KEY (account_id, skill, bucket) INCLUDE (xp, before);
alter table xp_history_g1.sample_5m add constraint sample_5m_pkey PRIMARY KEY (account_id, skill, bucket) INCLUDE (xp, before);
alter table xp_history_g1.skill add constraint skill_pkey PRIMARY KEY (account_id, skill);
alter table xp_records_g1.milestone add constraint milestone_pkey PRIMARY KEY (account_id, kind, skill, value);
alter table xp_records_g1.skill add constraint skill_pkey PRIMARY KEY (account_id, skill);

alter table projection.checkpoint add constraint checkpoint_projection_generation_fkey FOREIGN KEY (projection, generation) REFERENCES projection.generation(projection, generation);
alter table projection.parked add constraint parked_projection_generation_fkey FOREIGN KEY (projection, generation) REFERENCES projection.generation(projection, generation);
alter table projection.pointer add constraint pointer_projection_generation_fkey FOREIGN KEY (projection, generation) REFERENCES projection.generation(projection, generation);

CREATE INDEX account_by_name ON access_g1.account USING btree (name_key);
CREATE INDEX api_key_by_member ON access_g1.api_key USING btree (member_id);
CREATE INDEX member_by_chat_id ON access_g1.member USING btree (chat_id) WHERE active;
CREATE INDEX member_by_name ON access_g1.member USING btree (name_key) WHERE active;
CREATE INDEX pairing_code_by_member ON access_g1.pairing_code USING btree (member_id) WHERE (device_id IS NULL);
CREATE INDEX verdict_by_subject ON access_g1.verdict USING btree (subject);
CREATE INDEX counter_of_board ON account_achievements_g1.counter USING btree (counter);
CREATE INDEX held_log ON account_achievements_g1.held USING btree (type, account_id) INCLUDE (completed, updated_at) WHERE (completed IS NOT NULL);
CREATE INDEX part_changed ON account_state_g1.part USING btree (partition, last_offset);
CREATE INDEX entry_at ON audit_log_g1.entry USING btree (at, record_id);
CREATE INDEX boss_of_board ON boss_kills_g1.boss USING btree (boss, kills) INCLUDE (account_id);
CREATE INDEX gain_of_boss ON boss_kills_g1.gain USING btree (boss, bucket);
CREATE INDEX command_by_member ON console.command USING btree (member_id, given_at);
CREATE INDEX command_by_time ON console.command USING btree (given_at);
CREATE INDEX failed_sign_in_by_address ON console.failed_sign_in USING btree (address, at);
CREATE INDEX failed_sign_in_by_failure ON console.failed_sign_in USING btree (address, at) WHERE (NOT under_way);
CREATE INDEX failed_sign_in_by_time ON console.failed_sign_in USING btree (at);
CREATE INDEX job_by_time ON console.job USING btree (started_at);
CREATE INDEX session_by_discord_check ON console.session USING btree (discord_checked_at) WHERE (discord_token IS NOT NULL);
CREATE INDEX session_by_member ON console.session USING btree (member_id, last_used_at);
CREATE INDEX session_by_revision ON console.session USING btree (began_revision);
CREATE INDEX sign_in_link_by_member ON console.sign_in_link USING btree (member_id, expires_at);
CREATE INDEX used_discord_state_by_time ON console.used_discord_state USING btree (used_at);
CREATE INDEX drop_item_by_time ON event_feed_g1.drop_item USING brin (occurred_at) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX event_by_account ON event_feed_g1.event USING btree (account_id, seq);
CREATE INDEX event_by_account_time ON event_feed_g1.event USING btree (account_id, occurred_at, seq) INCLUDE (type, value_gp, special_world);
CREATE INDEX event_by_source ON event_feed_g1.event USING btree (source_name, seq) INCLUDE (account_id, type, value_gp) WHERE (source_name IS NOT NULL);
CREATE INDEX event_by_source_time ON event_feed_g1.event USING btree (source_name, occurred_at, seq) INCLUDE (account_id, type, value_gp) WHERE (source_name IS NOT NULL);
CREATE INDEX event_by_time ON event_feed_g1.event USING btree (occurred_at, seq) INCLUDE (account_id, type, value_gp);
CREATE INDEX event_by_type ON event_feed_g1.event USING btree (type, seq);
CREATE INDEX event_by_value ON event_feed_g1.event USING btree (value_gp, seq) WHERE (value_gp IS NOT NULL);
CREATE INDEX loot_by_time ON event_feed_g1.event USING btree (occurred_at) INCLUDE (value_gp, seq, account_id, type) WHERE ((type = ANY (ARRAY['loot'::text, 'pk_loot'::text, 'CLUE'::text])) AND (value_gp IS NOT NULL) AND (NOT special_world));
CREATE INDEX loot_by_value ON event_feed_g1.event USING btree (value_gp DESC, seq DESC) INCLUDE (occurred_at, account_id) WHERE ((type = ANY (ARRAY['loot'::text, 'pk_loot'::text])) AND (value_gp IS NOT NULL) AND (NOT special_world));
CREATE INDEX event_item_by_account ON event_feed_g1.event_item USING btree (account_id);
CREATE INDEX event_item_by_time ON event_feed_g1.event_item USING btree (item_id, occurred_at, seq) INCLUDE (account_id);
CREATE INDEX item_name_by_name ON event_feed_g1.item_name USING btree (name, item_id);
CREATE INDEX device_account_by_time ON hub.device_account USING btree (seen_at);
CREATE INDEX limit_request_at ON hub.limit_request USING btree (at);
CREATE INDEX pairing_attempt_by_network ON hub.pairing_attempt USING btree (network, at);
CREATE INDEX pairing_attempt_by_time ON hub.pairing_attempt USING btree (at);
CREATE INDEX stored_item_by_item ON item_storages_g1.stored_item USING btree (item_id, account_id);
CREATE INDEX stored_item_by_member ON item_storages_g1.stored_item USING btree (member_id) WHERE (member_id <> ''::text);
CREATE INDEX point_at ON location_trail_g1.point USING brin (at);
CREATE INDEX hub_holdings_partition_key_offset_idx ON log.hub_holdings USING btree (partition, key, "offset");
CREATE INDEX hub_holdings_partition_offset_idx ON log.hub_holdings USING btree (partition, "offset") WHERE (value IS NULL);
CREATE INDEX hub_keys_partition_key_offset_idx ON log.hub_keys USING btree (partition, key, "offset");
CREATE INDEX hub_keys_partition_offset_idx ON log.hub_keys USING btree (partition, "offset") WHERE (value IS NULL);
CREATE INDEX hub_state_partition_key_offset_idx ON log.hub_state USING btree (partition, key, "offset");
CREATE INDEX hub_state_partition_offset_idx ON log.hub_state USING btree (partition, "offset") WHERE (value IS NULL);
CREATE INDEX walked_minute_at ON tile_trail_g1.walked_minute USING brin (at);
CREATE INDEX sample_1h_day ON xp_history_g1.sample_1h USING btree (account_id, skill, bucket) INCLUDE (before) WHERE opens_day;
CREATE INDEX sample_5m_bucket ON xp_history_g1.sample_5m USING brin (bucket);
CREATE INDEX milestone_in_order ON xp_records_g1.milestone USING btree (skill, value, at) WHERE (at IS NOT NULL);
CREATE INDEX milestone_newest ON xp_records_g1.milestone USING btree (at DESC) WHERE (at IS NOT NULL);
CREATE INDEX skill_of_board ON xp_records_g1.skill USING btree (skill);
