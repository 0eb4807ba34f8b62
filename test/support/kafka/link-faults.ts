import type { KafkaBroker as Connection } from 'kafkajs/src/adapter-types.js';
import type { KafkaLink } from '../../../shared/log/kafka/kafka-link.ts';

type Produce = Connection['produce'];
type Fetch = Connection['fetch'];

export interface Interference {
  /** Called instead of each send, with the real function and the request. */
  produce?(produce: Produce, request: Parameters<Produce>[0]): ReturnType<Produce>;
  fetch?(fetch: Fetch, request: Parameters<Fetch>[0]): ReturnType<Fetch>;
}

export function interfere(link: KafkaLink, { produce, fetch }: Interference): KafkaLink {
  return {
    ...link,
    broker: async (id) => {
      const real = await link.broker(id);
      const realProduce: Produce = (request) => real.produce(request);
      const realFetch: Fetch = (request) => real.fetch(request);
      return Object.assign(Object.create(real), {
        produce: (request: Parameters<Produce>[0]) =>
          (produce ?? ((send) => send(request)))(realProduce, request),
        fetch: (request: Parameters<Fetch>[0]) => (fetch ?? ((send) => send(request)))(realFetch, request),
      });
    },
  };
}
