/** The name of a schema as SQL, in double quotes. */
export type QuotedSchema = string;

/** Schema names contain no quotes, so nothing has to be escaped. */
export function quoted(schema: string): QuotedSchema {
  return `"${schema}"`;
}

export function unquoted(schema: QuotedSchema): string {
  return schema.slice(1, -1);
}
