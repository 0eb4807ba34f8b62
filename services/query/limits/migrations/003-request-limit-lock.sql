-- The lock of `hub.take_requests`. The table stays empty. A role that cannot update the table cannot hold the lock, which it
-- could with the advisory lock of earlier releases.
create table hub.request_limit_lock ();

-- Answers a batch of asks in their order, at one time. An ask names windows, each with its limit; it is allowed when all
-- of them have room, and one that records is then counted in all of them, otherwise in none.
--
-- window_ids, widths: the distinct windows of the batch, widths in microseconds
-- records: for each ask, whether it is to be counted
-- entry_asks, entry_windows, entry_limits: for each window of each ask, in the order of the asks
-- given_now: the time, for tests; null for the clock
--
-- Rows from both sides of now count: after a step back of the clock those that were written before it lie ahead, and no
-- window of this clock, wherever it begins, may hold more than the limit.
create or replace function hub.take_requests(
  window_ids text[],
  widths bigint[],
  records boolean[],
  entry_asks integer[],
  entry_windows integer[],
  entry_limits integer[],
  given_now bigint,
  out allowed boolean[],
  out counts integer[],
  out resets integer[]
) language plpgsql as $$
declare
  now_at bigint;
  used integer[];
  oldest bigint[];
  granted integer[] := array_fill(0, array[cardinality(window_ids)]);
  entry integer := 1;
  first_entry integer;
  has_room boolean;
  w integer;
  next_at bigint;
begin
  -- One batch at a time over all replicas: what it counts is all there is until it ends.
  if true = any (records) then
    lock table hub.request_limit_lock in exclusive mode;
  end if;
  now_at := coalesce(given_now, floor(extract(epoch from clock_timestamp()) * 1000000)::bigint);

  select array_agg(coalesce(taken.used, 0) order by asked.position),
         array_agg(taken.oldest order by asked.position)
  into used, oldest
  from unnest(window_ids, widths) with ordinality as asked (id, width, position)
  left join lateral (
    select sum(request.count)::integer as used, min(request.at) as oldest
    from hub.limit_request as request
    where request.window_id = asked.id
      and request.at > now_at - asked.width
      and request.at < now_at + asked.width
  ) as taken on true;

  for ask in 1 .. cardinality(records) loop
    first_entry := entry;
    has_room := true;
    while entry_asks[entry] = ask loop
      has_room := has_room and used[entry_windows[entry]] < entry_limits[entry];
      entry := entry + 1;
    end loop;
    allowed[ask] := has_room;
    for e in first_entry .. entry - 1 loop
      w := entry_windows[e];
      if has_room and records[ask] then
        used[w] := used[w] + 1;
        granted[w] := granted[w] + 1;
        oldest[w] := coalesce(oldest[w], now_at);
      end if;
      counts[e] := used[w];
      next_at := oldest[w];
      -- After a limit was lowered more than it allows may be in: room comes when all but the limit have left.
      if used[w] > entry_limits[e] then
        select coalesce(min(request.at), now_at)
        into next_at
        from (
          select at, sum(count) over (order by at) as running
          from hub.limit_request
          where window_id = window_ids[w] and at > now_at - widths[w] and at < now_at + widths[w]
        ) as request
        where request.running > used[w] - entry_limits[e];
      end if;
      resets[e] := greatest(1, (coalesce(next_at, now_at - widths[w]) + widths[w] - now_at + 999999) / 1000000);
    end loop;
  end loop;

  insert into hub.limit_request as request (window_id, at, count)
  select window_ids[i], now_at, granted[i]
  from generate_subscripts(granted, 1) as i
  where granted[i] > 0
  on conflict (window_id, at) do update set count = request.count + excluded.count;
end
$$;
