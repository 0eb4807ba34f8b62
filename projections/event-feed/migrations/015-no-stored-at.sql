-- The watermark of the generation decides when an event is served.
alter table event drop column stored_at;
