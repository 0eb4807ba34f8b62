/** A page of docs/reference that is generated from the code. */
export interface ReferencePage {
  /** The name of its file in docs/reference. */
  readonly file: string;
  readonly title: string;
  /** The Markdown below the title. */
  readonly body: () => string | Promise<string>;
}
