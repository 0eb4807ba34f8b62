-- The items of loot, by which reports of two plugins are compared; null for other events.
alter table recent_event add column items text collate "C";
