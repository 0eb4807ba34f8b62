/** What the pages get to know of the hub's settings; `index.html` carries it in a `meta` element. */
export interface PageSettings {
  readonly hubName: string;
  /** The template of map tiles, with `{zoom}`, `{plane}`, `{x}` and `{y}`; null without a source. */
  readonly mapTiles: string | null;
  /** The template of pictures of items, with `{id}`; null without a source. */
  readonly itemIcon: string | null;
}
