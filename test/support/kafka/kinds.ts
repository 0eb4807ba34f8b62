import type { KafkaBroker } from './broker.ts';
import { findKafkaImage, startKafkaContainer } from './container.ts';
import { kafkaJars } from './jars.ts';
import { startKafkaProcess } from './process.ts';

/** How this machine can run a broker. */
export type BrokerKind = 'container' | 'process';

export type FoundKind = { readonly kind: BrokerKind } | { readonly missing: string };

/** The first of the kinds that this machine can run. */
export async function findKind(kinds: readonly BrokerKind[]): Promise<FoundKind> {
  const missing: string[] = [];
  for (const kind of kinds) {
    const found = await (kind === 'container' ? findKafkaImage() : kafkaJars());
    if (!('missing' in found)) return { kind };
    missing.push(found.missing);
  }
  return { missing: missing.join('; ') };
}

/** Starts a broker with the settings of a single node, and `settings` on top. */
export function startBroker(
  kind: BrokerKind,
  settings: Readonly<Record<string, string>> = {},
): Promise<KafkaBroker> {
  return kind === 'container' ? startKafkaContainer(settings) : startKafkaProcess(settings);
}
