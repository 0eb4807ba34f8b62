-- The dearest drops of a long period: a few pages, where a scan of a million events took 306 ms.
create index loot_by_value on event (value_gp desc, seq desc) include (occurred_at, account_id)
  where type in ('loot', 'pk_loot') and value_gp is not null and not special_world;
