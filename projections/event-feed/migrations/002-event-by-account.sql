-- A few accounts far behind: their events, without those of all others.
create index event_by_account on event (account_id, seq);
