-- Links that sign a member in once. Of a link only the hash of its token stands here.
create table console.sign_in_link (
  -- SHA-256 of the token, base64.
  token_hash text primary key,
  member_id uuid not null,
  -- Who made it, as the audit log names them.
  made_by text not null,
  -- Epoch ms.
  expires_at bigint not null
);

create index sign_in_link_by_member on console.sign_in_link (member_id, expires_at);

-- Sign-ins that failed within ten minutes. Addresses stand in it as hashes under the hub's secret. Unlogged: after a crash of
-- the server everybody may try afresh.
create unlogged table console.failed_sign_in (
  address text not null,
  -- Epoch ms.
  at bigint not null
);

create index failed_sign_in_by_address on console.failed_sign_in (address, at);
create index failed_sign_in_by_time on console.failed_sign_in (at);
