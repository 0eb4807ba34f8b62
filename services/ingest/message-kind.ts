/** A kind of message of a plugin. */
export interface MessageKind {
  /** The kind in `PluginReport.kinds`. */
  readonly kind: string;
  /** The kind for players, as in `Collection log`. */
  readonly title: string;
}
