-- When each key of the read API was last used, for the page on which its owner decides whether it is still needed.
create table hub.key_use (
  key_id uuid primary key,
  -- Epoch ms, up to a minute before the last request.
  used_at bigint not null
);
