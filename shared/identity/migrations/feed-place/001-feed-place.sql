-- Which database the feed was last written from: a dump that was restored into another one finds it changed.
create table hub.feed_place (
  only_row boolean primary key default true check (only_row),
  place text not null
);
