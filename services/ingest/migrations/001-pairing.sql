-- Attempts to pair that failed, or of which that is not known yet, for an hour: at most 300 a minute get in. Addresses
-- stand in it as hashes under the hub's secret. Unlogged: after a crash of the server everybody may guess afresh.
create unlogged table hub.pairing_attempt (
  id bigint generated always as identity primary key,
  address text not null,
  network text not null,
  -- Milliseconds by this server's clock.
  at bigint not null
);

create index pairing_attempt_by_network on hub.pairing_attempt (network, at);
create index pairing_attempt_by_time on hub.pairing_attempt (at);

-- The lock of `hub.begin_pairing`. The table stays empty. A role that cannot update the table cannot hold the lock, which it
-- could with an advisory lock.
create table hub.pairing_lock ();

-- Lets an attempt in and counts it, or says how many milliseconds remain until it may be made. A wrong guess costs the
-- guesser's network: where many guess, those that have not guessed wrong for an hour still may.
--
-- given_now: the time, for tests; null for the clock
create function hub.begin_pairing(
  of_address text,
  of_network text,
  given_now bigint,
  out attempt bigint,
  out wait_ms bigint
) language plpgsql as $$
declare
  now_at bigint;
begin
  -- One at a time over all replicas: attempts side by side must not slip past the counts.
  lock table hub.pairing_lock in exclusive mode;
  now_at := coalesce(given_now, floor(extract(epoch from clock_timestamp()) * 1000)::bigint);
  delete from hub.pairing_attempt where at <= now_at - 3600000;

  -- Of each window the attempt that has to leave it before there is room.
  wait_ms := greatest(
    0,
    (
      select at + 600000 - now_at
      from hub.pairing_attempt
      where network = of_network and address = of_address and at > now_at - 600000
      order by at desc offset 9 limit 1
    ),
    (
      select at + 600000 - now_at
      from hub.pairing_attempt
      where network = of_network and at > now_at - 600000
      order by at desc offset 29 limit 1
    ),
    (
      select at + 60000 - now_at
      from hub.pairing_attempt
      where at > now_at - 60000
      order by at desc offset 299 limit 1
    ),
    (
      select at + 60000 - now_at
      from hub.pairing_attempt
      where at > now_at - 60000
        and exists (select from hub.pairing_attempt where network = of_network)
      order by at desc offset 59 limit 1
    )
  );
  if wait_ms > 0 then
    return;
  end if;
  insert into hub.pairing_attempt (address, network, at)
  values (of_address, of_network, now_at)
  returning id into attempt;
end
$$;
