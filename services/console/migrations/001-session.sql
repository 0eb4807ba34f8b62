-- What the console keeps beside the log. None of it is in a backup.
create schema console;

-- Who is signed in. Of tokens and keys only hashes stand here: whoever reads this table can sign in as nobody.
create table console.session (
  session_id uuid primary key,
  -- SHA-256 of the token in the cookie, base64.
  token_hash text not null unique,
  member_id uuid not null,
  -- The key with which the pages of this session read: its prefix, and SHA-256 of its secret, base64.
  key_prefix text not null unique,
  key_secret_hash text not null,
  -- Epoch ms.
  created_at bigint not null,
  last_used_at bigint not null
);

create index session_by_member on console.session (member_id, last_used_at);

-- Rises whenever a session begins or ends: copies in memory are read again by it.
create table console.session_revision (
  hub text primary key,
  revision bigint not null
);
