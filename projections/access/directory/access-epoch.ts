import { accessProjection } from '../projection.ts';

/**
 * SQL of the epoch that a directory must show to be up to date: the position of `access` in its live generation, which
 * each of its batches raises in its own transaction (decisions.md, Limits). Null while there is no live generation.
 */
export const accessEpochSql = `(
  select checkpoint.next_offset
  from projection.pointer
  join projection.checkpoint using (projection, generation)
  where pointer.projection = '${accessProjection.name}'
    and pointer.shape = ${accessProjection.version.shape}
    and checkpoint.stream = 'hub.membership'
)`;
