-- The privileges of each process's role in a hub's database. Run as the owner of the tables after
-- every migration and after every change of this file; safe to repeat. Add a line here for each new
-- table.
--
-- Role hub_ingest: appends reports through a function, and reads the log's keys, holdings, feed and
-- ends and some projections.
-- Role hub_projector: reads the log, deletes expired records and appends a few types through
-- functions, and owns the tables of generations.
-- Role hub_query: reads the projections and counts requests. Cannot read the log, whose keys open
-- sealed records.
-- Role hub_operator: for commands, the console, and a hub in one process. Has the rights of
-- hub_ingest and hub_projector, packs, and may erase.

-- A role that may update, delete or truncate a whole table may also lock the table. Shared tables
-- are therefore updated by column, and emptied by functions.

-- Takes back what an earlier release granted and this release does not. All of this file takes
-- effect at once, so no role lacks a right in the meantime.
revoke all on all tables in schema hub, log, projection, console from hub_ingest, hub_projector, hub_query, hub_operator;
revoke all on all functions in schema hub, log from hub_ingest, hub_projector, hub_query, hub_operator;

-- Every process checks that the log's tables are unchanged, which needs no right to read them.
grant usage on schema hub, projection, log to hub_ingest, hub_projector, hub_query, hub_operator;
grant select on hub.migration to hub_ingest, hub_projector, hub_query, hub_operator;

-- The log. Functions check what hub_ingest and hub_projector append, and which records are
-- deleted. hub_operator inserts through `log.record`, whose records each stream's own table has.
-- Each start of ingest compares the feed with its projected records.
grant select on log.partition, log.hub_keys, log.hub_holdings, log.hub_feed, log.hub_feed_pack to hub_ingest;
grant select on all tables in schema log to hub_projector, hub_operator;
grant execute on function log.append_records(
  smallint[], text[], smallint[], integer[], smallint[], integer[], text[], text[], text[], smallint[], text[], text[], bytea[]
) to hub_ingest, hub_projector;
grant execute on function
  log.expire_records(text, integer, bigint, integer),
  log.compact_records(text, integer, integer),
  log.delete_tombstones(text, integer, integer)
to hub_projector, hub_operator;
-- PostgreSQL cannot read the content of a pack, so only hub_operator writes packs.
grant insert on log.record, log.pack, log.retention to hub_operator;
grant execute on function log.pack_rows(text, integer, bigint, bytea) to hub_operator;
grant update, truncate on all tables in schema log to hub_operator;
revoke all on log.appended_type from hub_projector, hub_operator;
grant execute on function log.rewrite_keys() to hub_operator;

-- Which log and which secret the database belongs to, and the last write of the feed.
grant select, insert on hub.log_identity to hub_ingest, hub_projector, hub_operator;
grant update on hub.log_identity to hub_operator;
-- Whether a restore into this database is under way.
grant select on hub.log_identity to hub_query;
grant select, insert, delete on hub.log_copy to hub_operator;
grant select on hub.secret_fingerprint to hub_query;
grant select, insert, update (fingerprint) on hub.secret_fingerprint to hub_ingest, hub_projector, hub_operator;
grant select, insert, update (place, files, tables, written_by) on hub.feed_place to hub_ingest, hub_operator;

-- Requests that processes of the same kind count together.
grant select, insert, update, delete on hub.limit_request to hub_query;
-- Their functions lock these empty tables.
grant update on hub.request_limit_lock to hub_query;
grant update on hub.pairing_lock to hub_ingest, hub_operator;
grant select, delete on hub.key_use to hub_operator;
grant execute on function hub.note_key_uses(uuid[], bigint[], bigint) to hub_query, hub_operator;
grant select, insert, delete on hub.pairing_attempt to hub_ingest, hub_operator;
grant select, insert, update, delete on hub.first_contact to hub_ingest, hub_operator;
grant select, insert, update (seen_at) on hub.device_account to hub_ingest;
grant select, insert, update, delete on hub.device_account to hub_operator;
-- Game data from reports and from files.
grant select, insert,
  update (name, ge_price, ha_price, name_of_file, ha_price_of_file, ge_price_of_file_at, named_by, written_at)
  on hub.known_item to hub_ingest, hub_operator;
-- The read API shows names and prices of files only.
grant select (id, name, ge_price, ha_price, name_of_file, ha_price_of_file, ge_price_of_file_at)
  on hub.known_item to hub_query;
grant select, insert, update (special, of_file, said_at, written_at) on hub.known_world to hub_ingest, hub_operator;
-- Read later by `hub doctor`.
grant select, insert, update (
  plugin, version, client, from_here, forwarded, at, used_at, unused, refused_at, refusal
) on hub.plugin_seen to hub_ingest;
grant select, insert, update (messages, at) on hub.device_message to hub_ingest;
grant select, insert, update (at) on hub.unknown_skill to hub_ingest;
grant select, insert, update (reports, refused) on hub.report_hour to hub_ingest;
grant select, insert, update, delete on hub.plugin_seen, hub.device_message, hub.unknown_skill, hub.report_hour to hub_operator;
grant execute on function hub.delete_old_contacts(bigint), hub.delete_old_device_accounts(bigint) to hub_ingest, hub_operator;
grant select, insert on hub.database_size, hub.process_folders to hub_projector;
grant execute on function hub.delete_old_database_sizes(), hub.delete_old_process_folders(text) to hub_projector;
-- The last epoch of the feed that a hub in one process has served.
grant select, insert, update on hub.served_epoch to hub_operator;
-- The public address of the hub. Sign-in links use this address, so ingest may not write it.
grant select, insert, delete on hub.public_origin to hub_operator;

-- Sessions of the console. The read API knows the keys of sessions by their hashes, and not the
-- tokens.
grant usage on schema console to hub_query, hub_operator;
grant select (session_id, member_id, key_prefix, key_secret_hash, created_at, last_used_at, began_revision)
  on console.session to hub_query;
grant select on console.session_revision to hub_query;
grant select, insert, update, delete on all tables in schema console to hub_operator;

-- The engine's own tables. hub_operator is a member of hub_projector and inherits its privileges.
grant select on all tables in schema projection to hub_ingest, hub_query;
grant select, insert, update, delete on all tables in schema projection to hub_projector;

-- Every process creates generations as hub_projector; they are readable at once.
do $$
declare
  generation record;
  made record;
begin
  execute format('grant create on database %I to hub_projector', current_database());
  -- Generations from before there were roles.
  for generation in
    select schema_name
    from projection.generation
    where to_regnamespace(quote_ident(schema_name)) is not null
  loop
    execute format('alter schema %I owner to hub_projector', generation.schema_name);
    for made in
      select relname
      from pg_class
      where relnamespace = quote_ident(generation.schema_name)::regnamespace
        and relkind in ('r', 'p')
        and not pg_has_role('hub_projector', relowner, 'member')
    loop
      execute format('alter table %I.%I owner to hub_projector', generation.schema_name, made.relname);
    end loop;
    execute format('grant usage on schema %I to hub_query', generation.schema_name);
    execute format('grant select on all tables in schema %I to hub_query', generation.schema_name);
  end loop;
end
$$;
alter default privileges for role hub_projector grant usage on schemas to hub_query;
alter default privileges for role hub_projector grant select on tables to hub_query;

-- No process needs temporary tables or large objects, which fill the disk. Only the owner of the
-- database, and only a superuser, may take the rights back; `hub doctor` reports where the rights
-- remain.
do $$
begin
  if pg_has_role((select datdba from pg_database where datname = current_database()), 'member') then
    execute format('revoke temporary on database %I from public', current_database());
  end if;
  if (select rolsuper from pg_roles where rolname = current_user) then
    revoke execute on function lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) from public;
  end if;
end
$$;
