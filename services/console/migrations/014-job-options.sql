-- How a rebuild is wanted: its pace, and whether it is promoted. Empty for other work.
alter table console.job add column options jsonb not null default '{}';
