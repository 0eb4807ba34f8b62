/** A projection has no live generation of a shape that this release reads: its queries cannot be answered now. */
export class ProjectionUnavailable extends Error {
  override readonly name = 'ProjectionUnavailable';
}
