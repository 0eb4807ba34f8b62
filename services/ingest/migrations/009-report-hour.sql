-- How many reports came in each hour, for the pages. Rows are kept for 90 days.
create table hub.report_hour (
  -- The start of the hour, epoch ms.
  hour bigint primary key,
  reports bigint not null,
  -- The reports among them that the hub refused.
  refused bigint not null
) with (fillfactor = 80);

-- Deletes what devices were last seen as before a time, with their messages, unknown skills and counts of hours; epoch ms.
create or replace function hub.delete_old_contacts(before bigint)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  with past as (delete from hub.plugin_seen where at < before returning device),
  counted as (delete from hub.report_hour where hour < before),
  forgotten as (delete from hub.device_message using past where device_message.device = past.device)
  delete from hub.unknown_skill where at < before;
end
$$;
