-- How many commands a member gave within the last minute is asked before each.
create index command_by_member on console.command (member_id, given_at);
