-- Deletes the rows of a session's name and of sessions that ended. It runs with the rights of the owner: a role that may delete
-- rows may also lock the table, which the doctor reads.
create function hub.delete_old_process_folders(of_session text)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from hub.process_folders
  where session = of_session
     or not exists (select from pg_stat_activity where application_name = session);
end
$$;
revoke execute on function hub.delete_old_process_folders(text) from public;
