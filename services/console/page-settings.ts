/** The settings of the hub that pages need. `index.html` carries them in a `meta` element. */
export interface PageSettings {
  readonly hubName: string;
  /**
   * The template of map tiles, with `{zoom}`, `{plane}`, `{x}` and `{y}`; null without a source.
   */
  readonly mapTiles: string | null;
  /** The template of item pictures, with `{id}`; null without a source. */
  readonly itemIcon: string | null;
}
