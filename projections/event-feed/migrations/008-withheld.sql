-- What is cut from `data` for readers who may not read where the account is or which world it is on; null: nothing.
alter table event add column withheld json;
