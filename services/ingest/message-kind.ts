/** A kind of message of a plugin. */
export interface MessageKind {
  /** The kind in `PluginReport.kinds`. */
  readonly kind: string;
  /** The name of the kind for players, for example `Collection log`. */
  readonly title: string;
}
