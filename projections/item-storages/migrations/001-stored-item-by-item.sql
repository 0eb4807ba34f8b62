-- The holders of an item.
create index stored_item_by_item on stored_item (item_id, account_id);
-- Erasures.
create index stored_item_by_member on stored_item (member_id) where member_id <> '';
