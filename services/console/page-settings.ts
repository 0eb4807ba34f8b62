/** `index.html` carries these settings in a `meta` element. */
export interface PageSettings {
  readonly hubName: string;
  /** Whether the guild has set the name. */
  readonly isNamed: boolean;
  /** A template with `{zoom}`, `{plane}`, `{x}` and `{y}`; null without a source. */
  readonly mapTiles: string | null;
  /** A template with `{id}`; null without a source. */
  readonly itemIcon: string | null;
  /** Titles of the plugins that fill a part of an account's page, by `AccountPart`. */
  readonly senders: Readonly<Record<string, readonly string[]>>;
}
