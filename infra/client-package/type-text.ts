/** The used part of JSON Schema, as zod writes it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly description?: string;
}

/** Names of types that differ from the names of their schemas. */
export type Renamed = Readonly<Record<string, string>>;

/**
 * The TypeScript of a type. Objects without a name are written out.
 * @throws for a schema that it cannot write, so that no type becomes `unknown` by accident
 */
export function typeText(schema: Schema, renamed: Renamed): string {
  const { $ref, anyOf, enum: words, prefixItems, type } = schema;
  if ($ref !== undefined) return nameOf($ref.slice($ref.lastIndexOf('/') + 1), renamed);
  if (anyOf !== undefined) return anyOf.map((each) => typeText(each, renamed)).join(' | ');
  if (words !== undefined) return words.map((word) => JSON.stringify(word)).join(' | ');
  if (prefixItems !== undefined) {
    return `[${prefixItems.map((each) => typeText(each, renamed)).join(', ')}]`;
  }
  if (Array.isArray(type))
    return type.map((each) => typeText({ ...schema, type: each }, renamed)).join(' | ');
  if (type === 'array') return `Array<${typeText(schema.items ?? {}, renamed)}>`;
  if (type === 'object') return objectText(schema, renamed);
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'string' || type === 'boolean' || type === 'null') return type;
  if (type === undefined && Object.keys(schema).every((key) => key === 'description')) return 'unknown';
  throw new Error(`infra/client-package/type-text.ts has no type for ${JSON.stringify(schema)}: add it`);
}

function objectText(schema: Schema, renamed: Renamed): string {
  const { properties = {}, required = [], additionalProperties } = schema;
  if (Object.keys(properties).length === 0) {
    const value =
      typeof additionalProperties === 'object' ? typeText(additionalProperties, renamed) : 'unknown';
    return `Record<string, ${value}>`;
  }
  return `{\n${Object.entries(properties)
    .map(([name, each]) => {
      const isRequired = required.includes(name);
      return propertyText({ name, type: typeText(each, renamed), description: each.description, isRequired });
    })
    .join('')}}`;
}

export interface Property {
  readonly name: string;
  readonly type: string;
  readonly description: string | undefined;
  readonly isRequired: boolean;
  readonly isReadonly?: boolean;
}

/** A line of an interface, below its description. */
export function propertyText({ name, type, description, isRequired, isReadonly = false }: Property): string {
  const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
  const value = isRequired ? `: ${type}` : `?: ${type} | undefined`;
  return `${commentText(description)}${isReadonly ? 'readonly ' : ''}${key}${value};\n`;
}

/** An exported type with the name of its schema. */
export function declarationText(name: string, schema: Schema, renamed: Renamed): string {
  const type = typeText(schema, renamed);
  const declared =
    schema.properties === undefined
      ? `type ${nameOf(name, renamed)} =`
      : `interface ${nameOf(name, renamed)}`;
  return `${commentText(schema.description)}export ${declared} ${type};\n`;
}

function nameOf(name: string, renamed: Renamed): string {
  return renamed[name] ?? name;
}

function commentText(description: string | undefined): string {
  return description === undefined ? '' : `/** ${description.replaceAll('*/', '*\\/')} */\n`;
}
