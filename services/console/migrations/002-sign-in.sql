-- Links that sign a member in once. The table holds only the hash of the token of a link.
create table console.sign_in_link (
  -- SHA-256 of the token, base64.
  token_hash text primary key,
  member_id uuid not null,
  -- Who created the link, as the audit log names them.
  made_by text not null,
  -- Epoch ms.
  expires_at bigint not null
);

create index sign_in_link_by_member on console.sign_in_link (member_id, expires_at);

-- Sign-ins that failed within ten minutes, and sign-ins that are under way. Addresses are hashes under the hub's secret.
-- Unlogged: after a crash of the server everybody may try again.
create unlogged table console.failed_sign_in (
  address text not null,
  -- Epoch ms.
  at bigint not null,
  -- Others wait ten minutes after a failed sign-in, and a second for a sign-in that is under way.
  under_way boolean not null default false
);

create index failed_sign_in_by_address on console.failed_sign_in (address, at);
create index failed_sign_in_by_time on console.failed_sign_in (at);
-- Finds failed sign-ins without the sign-ins that are under way.
create index failed_sign_in_by_failure on console.failed_sign_in (address, at) where not under_way;

-- States of sign-ins that came back from Discord within the last minutes. A state works once, at all consoles together.
create table console.used_discord_state (
  -- SHA-256 of the state, base64.
  state_hash text primary key,
  -- Epoch ms.
  used_at bigint not null
);

create index used_discord_state_by_time on console.used_discord_state (used_at);
