-- The id of a command's record follows from who gave it and the id that the page made, which thus names no record, and
-- which two members may make alike. Records of before have the page's id.
alter table console.command add column record_id uuid;
update console.command set record_id = request_id;
alter table console.command
  alter column record_id set not null,
  drop constraint command_pkey,
  add primary key (member_id, request_id),
  add unique (record_id);
