-- Of a session that Discord vouched for: the refresh token, sealed under the hub's secret, and when the guild was last asked.
alter table console.session add column discord_token text;
alter table console.session add column discord_checked_at bigint;

create index session_by_discord_check on console.session (discord_checked_at) where discord_token is not null;
