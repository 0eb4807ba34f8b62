-- Deletes sizes of more than five weeks ago. It runs with the rights of the owner: a role that may delete rows may also lock the
-- table, which the doctor reads.
create function hub.delete_old_database_sizes()
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from hub.database_size where day < current_date - 35;
end
$$;
revoke execute on function hub.delete_old_database_sizes() from public;
