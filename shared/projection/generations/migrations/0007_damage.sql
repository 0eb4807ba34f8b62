alter table projection.generation
  -- A page of its tables that the server cannot read, in words; null: none was met.
  add column damage text;

-- Processes that only read meet damage too, so everybody may note it. It stays until the tables are dropped.
create function projection.note_damage(damaged_schema text, what text)
returns table (name text, number integer)
language plpgsql
security definer
set search_path = ''
as $$
begin
  return query
  update projection.generation g
  set damage = coalesce(g.damage, what)
  where g.schema_name = damaged_schema
    and g.state <> 'retired'
  returning g.projection, g.generation;
end
$$;
