export interface MessageKind {
  /** A value of `PluginReport.kinds`. */
  readonly kind: string;
  /** For players, for example `Collection log`. */
  readonly title: string;
}
