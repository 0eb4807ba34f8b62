-- States of sign-ins that came back from Discord within the last minutes. A state works once, at all consoles together.
create table console.used_discord_state (
  -- SHA-256 of the state, base64.
  state_hash text primary key,
  -- Epoch ms.
  used_at bigint not null
);

create index used_discord_state_by_time on console.used_discord_state (used_at);
