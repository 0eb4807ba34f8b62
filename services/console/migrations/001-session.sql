-- What the console keeps next to the log. No backup has it.
create schema console;

-- Who is signed in. The table holds only hashes of tokens and keys, so a reader of the table can sign in as nobody.
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
  last_used_at bigint not null,
  -- For a sign-in with Discord: the refresh token, sealed under the hub's secret, and when the guild was last asked.
  discord_token text,
  discord_checked_at bigint,
  -- The revision at which the session began, so that copies in memory read only newer sessions.
  began_revision bigint not null default 0
);

create index session_by_member on console.session (member_id, last_used_at);
create index session_by_discord_check on console.session (discord_checked_at) where discord_token is not null;
create index session_by_revision on console.session (began_revision);

-- Rises when a session begins or ends. After an end, copies in memory read all sessions again.
create table console.session_revision (
  hub text primary key,
  revision bigint not null,
  ended_revision bigint not null default 0
);
