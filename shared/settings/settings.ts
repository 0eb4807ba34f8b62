import { z } from 'zod';
import { OperatorError } from '../errors/errors.ts';

/**
 * Reads the settings of a process. An empty variable counts as not set. The `description` of a
 * field names the allowed values. `secret: true` in its metadata keeps the given value out of the
 * message.
 * @throws OperatorError, one line: the variable, the given value and the allowed values
 */
export function readSettings<Schema extends z.ZodObject>(
  schema: Schema,
  environment: Readonly<Record<string, string | undefined>>,
): z.infer<Schema> {
  const given = Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => {
      const value = environment[name]?.trim();
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const name = String(result.error.issues[0]?.path[0] ?? '');
  throw new OperatorError('bad_setting', complaint(name, given[name], schema.shape[name]));
}

function complaint(name: string, value: string | undefined, field: unknown): string {
  const { description, secret } = settingMetadata(field);
  const allowed = description === undefined ? '' : `: it must be ${description}`;
  if (value === undefined) return `${name} is not set${allowed}`;
  const service = serviceOfLink(name, value);
  if (service !== null) {
    return `${name} '${value.slice(0, 80)}' is no port, but an address that Kubernetes sets for the service '${service}': set enableServiceLinks: false for the pod, or set ${name}`;
  }
  const shown = secret === true ? '' : ` '${value.slice(0, 80)}'`;
  return `${name}${shown} is not allowed${allowed}`;
}

/**
 * The service whose address Kubernetes put into a variable with the name of a port setting. Null
 * for another value.
 */
function serviceOfLink(name: string, value: string): string | null {
  if (!name.endsWith('_PORT') || !/^(tcp|udp|sctp):\/\//.test(value)) return null;
  return name.slice(0, -'_PORT'.length).toLowerCase().replaceAll('_', '-');
}

/** Whether the value of a setting must not be shown. */
export function isSecretSetting(field: unknown): boolean {
  return settingMetadata(field).secret === true;
}

interface SettingMetadata {
  /** The allowed values. */
  readonly description?: string | undefined;
  /** The text for operators in docs/reference/settings.md. */
  readonly purpose?: unknown;
  readonly secret?: unknown;
}

/** The metadata of a field, also from inside the wrappers of `default` and `optional`. */
export function settingMetadata(field: unknown): SettingMetadata {
  if (!(field instanceof z.ZodType)) return {};
  const isWrapper = field instanceof z.ZodDefault || field instanceof z.ZodOptional;
  return { ...(isWrapper && settingMetadata(field.unwrap())), ...field.meta() };
}

/** As text, empty for an empty default; null without a default. */
export function defaultOfSetting(field: unknown): string | null {
  if (!(field instanceof z.ZodDefault)) return null;
  const value = field.def.defaultValue;
  const isEmpty = typeof value === 'object' && Object.keys(value ?? {}).length === 0;
  return isEmpty ? '' : String(value);
}

/** A whole number in the given range, written in digits. */
export function integerSetting(range: {
  readonly min: number;
  readonly max: number;
  readonly unit?: string;
}) {
  const unit = range.unit === undefined ? '' : ` of ${range.unit}`;
  return z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.int().min(range.min).max(range.max))
    .meta({ description: `a whole number${unit} from ${range.min} to ${range.max}` });
}

/** A PostgreSQL address. The value is never shown, because it holds a password. */
export const databaseUrlSetting = z
  .string()
  .refine((text) => URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol))
  .meta({
    description: 'a PostgreSQL address like postgres://user:password@host:5432/database',
    secret: true,
  });

/** 32 bytes in base64. */
export const hubSecretSetting = z
  .string()
  .refine((text) => /^[0-9A-Za-z+/]{43}=?$/.test(text) && Buffer.from(text, 'base64').length === 32)
  .meta({ description: '32 bytes in base64, as `openssl rand -base64 32` prints them', secret: true });
