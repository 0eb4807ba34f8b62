/** The shape of the tables that this code reads. */
export const directoryShape = 2;

/**
 * SQL of the epoch that a directory must show to be up to date: the position of `access` in its live generation, which
 * each of its batches raises in its own transaction (decisions.md, Limits). Null while there is no live generation.
 */
export const accessEpochSql = `(
  select checkpoint.next_offset
  from projection.pointer
  join projection.checkpoint using (projection, generation)
  where pointer.projection = 'access'
    and pointer.shape = ${directoryShape}
    and checkpoint.stream = 'hub.membership'
)`;
