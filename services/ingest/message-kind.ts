export interface MessageKind {
  /** As in `PluginReport.kinds`. */
  readonly kind: string;
  /** For players, for example `Collection log`. */
  readonly title: string;
}
