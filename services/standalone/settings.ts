import { z } from 'zod';
import { Audience, Category, categories } from '../../shared/domain/category.ts';
import { logLevels } from '../../shared/logger.ts';
import {
  databaseUrlSetting,
  hubSecretSetting,
  integerSetting,
  loadEnvironment,
  readSettings,
} from '../../shared/settings.ts';

/** What a hub in one process is told by its environment (operations.md, Settings). */
export const standaloneSettings = z.object({
  HUB_SECRET: hubSecretSetting.optional(),
  HUB_NAME: z
    .string()
    .min(1)
    .max(64)
    .meta({ description: 'a name of 1 to 64 characters' })
    .default('Guild account hub'),
  PUBLIC_URL: z
    .string()
    .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
    .transform((text) => new URL(text).origin)
    .meta({ description: 'the address that players reach, like https://hub.example.org' })
    .optional(),
  /** 0: any free one. */
  PORT: integerSetting({ min: 0, max: 65_535 }).default(3_000),
  DATA_DIR: z.string().meta({ description: 'a folder' }).default('./data'),
  DATABASE_URL: databaseUrlSetting.optional(),
  KAFKA_BROKERS: z
    .never()
    .meta({ description: 'unset: this release keeps its log in PostgreSQL only' })
    .optional(),
  METRICS_TOKEN: z.string().min(16).meta({ description: 'at least 16 characters', secret: true }).optional(),
  TRUST_PROXY_HOPS: integerSetting({ min: 0, max: 16 }).default(0),
  RAW_PAYLOAD_RETENTION_HOURS: integerSetting({ min: 1, max: 8_760, unit: 'hours' }).default(72),
  LOCATION_RETENTION_DAYS: integerSetting({ min: 1, max: 3_650, unit: 'days' }).default(30),
  AUDIT_LOG_RETENTION_DAYS: integerSetting({ min: 1, max: 36_500, unit: 'days' }).default(730),
  XP_RAW_RETENTION_DAYS: integerSetting({ min: 14, max: 36_500, unit: 'days' }).default(365),
  LOG_LEVEL: z
    .enum(logLevels)
    .meta({ description: `one of ${logLevels.join(', ')}` })
    .default('info'),
  DEFAULT_SHARING: z
    .string()
    .transform(parseSharing)
    .pipe(z.partialRecord(Category, Audience.exclude(['selected'])))
    .meta({
      description: `category=guild or category=private, separated by commas, of ${categories.join(', ')}`,
    })
    .default({}),
});

export type StandaloneSettings = z.infer<typeof standaloneSettings>;

/** @throws OperatorError that names the first bad variable */
export function readStandaloneSettings(environment = loadEnvironment()): StandaloneSettings {
  return readSettings(standaloneSettings, environment);
}

function parseSharing(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => pair.split('=').map((word) => word.trim()));
  return Object.fromEntries(pairs.map(([category = '', audience = '']) => [category, audience]));
}
