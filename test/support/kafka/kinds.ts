import type { KafkaBroker } from './broker.ts';
import { findKafkaImage, startKafkaContainer } from './container.ts';
import { kafkaJars } from './jars.ts';
import { startKafkaProcess } from './process.ts';

export type BrokerKind = 'container' | 'process';

export type FoundKind = { readonly kind: BrokerKind } | { readonly missing: string };

export async function findKind(kinds: readonly BrokerKind[]): Promise<FoundKind> {
  const missing: string[] = [];
  for (const kind of kinds) {
    const found = await (kind === 'container' ? findKafkaImage() : kafkaJars());
    if (!('missing' in found)) return { kind };
    missing.push(found.missing);
  }
  return { missing: missing.join('; ') };
}

/** `settings` come on top of the settings of a single node. */
export function startBroker(
  kind: BrokerKind,
  settings: Readonly<Record<string, string>> = {},
): Promise<KafkaBroker> {
  return kind === 'container' ? startKafkaContainer(settings) : startKafkaProcess(settings);
}
