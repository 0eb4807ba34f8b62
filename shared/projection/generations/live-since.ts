/**
 * SQL of when what a live generation holds was last changed otherwise than by records, as by becoming live; epoch ms. Of its
 * pointer `live` and its checkpoints `reached`.
 */
export const liveSinceSql = `greatest(
  (extract(epoch from live.moved_at) * 1000)::bigint,
  max(reached.revised_at) over ()
)`;
