-- The items of the drops of a period, which lie next to each other.
create index drop_item_by_seq on drop_item using brin (seq) with (pages_per_range = 32, autosummarize = on);
