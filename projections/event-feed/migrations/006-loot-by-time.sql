-- The drops of a short period, or of a quiet one: in the order of value all drops before it would have to be passed.
create index loot_by_time on event (occurred_at) include (value_gp, seq, account_id, type)
  where type in ('loot', 'pk_loot', 'CLUE') and value_gp is not null and not special_world;
