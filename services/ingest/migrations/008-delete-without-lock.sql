-- These functions run with the rights of the owner: a role that may delete rows may also lock the table, which the pages read.

-- Deletes what devices were last seen as before a time, with their messages, and unknown skills; epoch ms.
create function hub.delete_old_contacts(before bigint)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  with past as (delete from hub.plugin_seen where at < before returning device),
  forgotten as (delete from hub.device_message using past where device_message.device = past.device)
  delete from hub.unknown_skill where at < before;
end
$$;

create function hub.delete_old_device_accounts(before bigint)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from hub.device_account where seen_at < before;
end
$$;

revoke execute on function hub.delete_old_contacts(bigint), hub.delete_old_device_accounts(bigint) from public;
