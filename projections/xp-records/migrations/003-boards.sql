-- The accounts of a skill, for boards.
create index skill_of_board on skill (skill);
-- The accounts that reached a milestone, in order, for ranks.
-- A rank counts up to an entry for each account, so an entry is small. The kind follows from the others.
create index milestone_in_order on milestone (skill, value, at) where at is not null;
-- The newest milestones of all accounts.
create index milestone_newest on milestone (at desc) where at is not null;
