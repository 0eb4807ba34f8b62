-- Notes when keys were used, and deletes uses before `kept_from`. It runs with the rights of the owner: a role that may delete
-- rows may also lock the table, which the pages read.
create function hub.note_key_uses(key_ids uuid[], used_times bigint[], kept_from bigint)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  with past as (delete from hub.key_use where used_at < kept_from)
  insert into hub.key_use as known (key_id, used_at)
  select use.key_id, use.used_at
  from unnest(key_ids, used_times) as use (key_id, used_at)
  -- Always in the same order, so that two processes do not wait for each other.
  order by use.key_id
  on conflict (key_id) do update set used_at = greatest(known.used_at, excluded.used_at);
end
$$;
revoke execute on function hub.note_key_uses(uuid[], bigint[], bigint) from public;
