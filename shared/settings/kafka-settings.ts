import { z } from 'zod';
import { OperatorError } from '../errors/errors.ts';

/** The address of a Kafka cluster and how to log in. */
export interface KafkaAddress {
  /** `host:port` of some brokers. The client finds the others through them. */
  readonly brokers: readonly string[];
  readonly ssl: boolean;
  readonly sasl: KafkaLogin | null;
  /** The beginning of the topic names, so that several hubs can share a cluster. */
  readonly topicPrefix: string;
}

export interface KafkaLogin {
  readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  readonly username: string;
  readonly password: string;
}

const brokerAddress = /^[A-Za-z0-9.-]{1,253}:\d{1,5}$/;

/** The settings for Kafka, all optional (operations.md, Settings). */
export const kafkaSettings = {
  KAFKA_BROKERS: z
    .string()
    .transform((text) => text.split(',').map((address) => address.trim()))
    .refine((addresses) => addresses.every((address) => brokerAddress.test(address)))
    .meta({
      description: 'addresses like kafka1:9092, separated by commas',
      purpose:
        'Some brokers of the Kafka cluster with the log, 3.7 to 4.x in KRaft mode. When not set, the log is in the database.',
    })
    .optional(),
  KAFKA_SSL: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .meta({ description: 'true or false', purpose: 'Whether connections to Kafka are encrypted.' })
    .default(false),
  KAFKA_SASL_MECHANISM: z
    .string()
    .transform((text) => text.toLowerCase())
    .pipe(z.enum(['plain', 'scram-sha-256', 'scram-sha-512']))
    .meta({
      description: 'one of PLAIN, SCRAM-SHA-256, SCRAM-SHA-512',
      purpose: 'How the hub logs in to Kafka. Needs `KAFKA_USERNAME` and `KAFKA_PASSWORD`.',
    })
    .optional(),
  KAFKA_USERNAME: z.string().meta({ purpose: 'The user at Kafka.' }).optional(),
  KAFKA_PASSWORD: z.string().meta({ secret: true, purpose: 'The password of that user.' }).optional(),
  KAFKA_TOPIC_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,64}$/)
    .meta({
      description: '1 to 64 letters, digits, dots, dashes or underscores',
      purpose: 'The beginning of all topic names, so that several hubs can share a cluster.',
    })
    .default(''),
};

export type KafkaSettings = z.infer<z.ZodObject<typeof kafkaSettings>>;

/**
 * The address in the settings, or null without `KAFKA_BROKERS`.
 * @throws OperatorError for an incomplete login
 */
export function kafkaAddress(settings: KafkaSettings): KafkaAddress | null {
  const { KAFKA_BROKERS: brokers, KAFKA_SSL: ssl, KAFKA_TOPIC_PREFIX: topicPrefix } = settings;
  if (brokers === undefined) return null;
  return { brokers, ssl, sasl: kafkaLogin(settings), topicPrefix };
}

function kafkaLogin({
  KAFKA_SASL_MECHANISM: mechanism,
  KAFKA_USERNAME: username,
  KAFKA_PASSWORD: password,
}: KafkaSettings): KafkaLogin | null {
  if (mechanism === undefined && username === undefined && password === undefined) return null;
  if (mechanism !== undefined && username !== undefined && password !== undefined) {
    return { mechanism, username, password };
  }
  throw new OperatorError(
    'bad_setting',
    'KAFKA_SASL_MECHANISM, KAFKA_USERNAME and KAFKA_PASSWORD belong together: set all three or none',
  );
}
