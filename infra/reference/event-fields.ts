import { z } from 'zod';
import { Actor, AuditActor } from '../../shared/domain/actor.ts';
import { DefaultSharing } from '../../shared/domain/category.ts';
import { Item } from '../../shared/domain/item.ts';
import { code } from './markdown.ts';

export interface DocumentedField {
  /** Like `points[].x`. */
  readonly path: string;
  /** The JSON type. */
  readonly json: string;
  readonly meaning: string;
}

/** Fields that mean the same in every event; a field of the schema may say more. */
const meanings: Readonly<Record<string, string>> = {
  account_id: 'The account.',
  member_id: 'The member.',
  device_id: 'The device.',
  key_id: 'The API key.',
  competition_id: 'The competition.',
  metric: 'The counter of the competition.',
  actor: 'The actor of the command. Older records may have no actor.',
  at: 'The corrected time of the report, epoch ms.',
  name: 'The name.',
  chat_id: 'The id in the guild’s chat.',
  time_zone: 'The IANA name of the time zone.',
  x: 'The tile from west to east.',
  y: 'The tile from south to north.',
  plane: 'The floor, 0 to 3.',
  world: 'The number of the world.',
  is_on_boat: 'Whether the player is on a boat. Null: not known.',
};

/** Types that many events share, each with the meaning of its fields. */
const shared: readonly {
  readonly name: string;
  readonly schema: z.ZodType;
  readonly fields?: Readonly<Record<string, string>>;
}[] = [
  {
    name: 'item',
    schema: Item,
    fields: {
      id: 'The id of the item in the game.',
      name: 'The name. Null: not known.',
      quantity: 'How many.',
      ge_price: 'The guide price of one item in gp. Null: not known.',
      ha_price: 'The high-alchemy price of one item in gp. Null: not known.',
      equipment_slot: 'The slot of a worn item.',
      inventory_slot: 'The slot of a carried item.',
    },
  },
  { name: 'actor', schema: Actor },
  { name: 'audit actor', schema: AuditActor },
  { name: 'sharing', schema: DefaultSharing },
];

/**
 * The rows of a schema's fields, with the fields of inner objects.
 * @throws for a field without a meaning
 */
export function fieldsOf(type: string, schema: z.ZodObject, prefix = ''): DocumentedField[] {
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const meaning = descriptionOf(field) ?? meanings[name];
    if (meaning === undefined)
      throw new Error(`${path} of ${type} has no meaning: add .describe() to its schema`);
    const { inner, suffix } = innerObject(field);
    return [
      { path, json: jsonOf(field), meaning },
      ...(inner === null ? [] : fieldsOf(type, inner, `${path}${suffix}.`)),
    ];
  });
}

/** The rows of the table of shared types: type, field, JSON, meaning. */
export function sharedTypes(): string[][] {
  const text: Readonly<Record<string, string>> = {
    actor:
      '`cli`, `hub`, `member:<id>` or `device:<id>`: the command line, the hub itself, a member, or a device of a member.',
    'audit actor': 'An actor, or `cli:<user>` with the user of the operating system.',
    sharing:
      'The audience of each category, `guild` or `private`. A category that is not named is shared with the guild.',
  };
  return shared.flatMap(({ name, schema, fields }) => {
    if (!(schema instanceof z.ZodObject) || fields === undefined)
      return [[name, '', jsonOf(schema, false), text[name] ?? '']];
    return Object.entries(schema.shape).map(([field, each]) => {
      const meaning = fields[field];
      if (meaning === undefined)
        throw new Error(`${field} of ${name} has no meaning: infra/reference/event-fields.ts`);
      return [name, code(field), jsonOf(each as z.ZodType), meaning];
    });
  });
}

/** The description of a field, also from inside its wrappers. */
function descriptionOf(field: z.ZodType): string | undefined {
  return field.description ?? (isWrapper(field) ? descriptionOf(field.unwrap() as z.ZodType) : undefined);
}

type Wrapper = z.ZodOptional | z.ZodNullable;

function isWrapper(field: z.ZodType): field is Wrapper {
  return field instanceof z.ZodOptional || field instanceof z.ZodNullable;
}

/** The object whose fields belong to a field, if the object is no shared type. */
function innerObject(field: z.ZodType): { readonly inner: z.ZodObject | null; readonly suffix: string } {
  if (isWrapper(field)) return innerObject(field.unwrap() as z.ZodType);
  if (field instanceof z.ZodArray) {
    const { inner, suffix } = innerObject(field.element as z.ZodType);
    return { inner, suffix: `[]${suffix}` };
  }
  return {
    inner: field instanceof z.ZodObject && sharedName(field) === undefined ? field : null,
    suffix: '',
  };
}

/** A schema keeps its parent when a description is added. */
function sharedName(field: z.ZodType): string | undefined {
  const same = (each: z.ZodType) => each === field || each === field._zod.parent;
  return shared.find(({ schema }) => same(schema))?.name;
}

/** The JSON type of a field in words. @throws for a kind of schema that no event has yet */
function jsonOf(field: z.ZodType, mayBeShared = true): string {
  const name = mayBeShared ? sharedName(field) : undefined;
  if (name !== undefined) return `[${name}](#shared-types)`;
  if (field instanceof z.ZodOptional) return `${jsonOf(field.unwrap() as z.ZodType)}, optional`;
  if (field instanceof z.ZodNullable) return `${jsonOf(field.unwrap() as z.ZodType)} or null`;
  if (field instanceof z.ZodArray) return `array of ${jsonOf(field.element as z.ZodType)}`;
  if (field instanceof z.ZodRecord) return `object of ${jsonOf(field.valueType as z.ZodType)}`;
  if (field instanceof z.ZodObject) return 'object';
  if (field instanceof z.ZodEnum) return field.options.map((word) => code(String(word))).join(', ');
  if (field instanceof z.ZodLiteral) return [...field.values].map((word) => code(String(word))).join(', ');
  if (field instanceof z.ZodUnion)
    return [...new Set(field.options.map((each) => jsonOf(each as z.ZodType)))].join(' or ');
  if (field instanceof z.ZodUUID) return 'uuid';
  if (field instanceof z.ZodBase64) return 'base64';
  if (field instanceof z.ZodTemplateLiteral || field instanceof z.ZodString) return 'text';
  if (field instanceof z.ZodNumber) return field.isInt ? 'integer' : 'number';
  if (field instanceof z.ZodBoolean) return 'boolean';
  if (field instanceof z.ZodNull) return 'null';
  throw new Error(`infra/reference/event-fields.ts: name the JSON of ${field.def.type}`);
}
