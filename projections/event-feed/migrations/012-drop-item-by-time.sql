-- The items of the drops of a period, which lie next to each other.
create index drop_item_by_time on drop_item using brin (occurred_at) with (pages_per_range = 32, autosummarize = on);
