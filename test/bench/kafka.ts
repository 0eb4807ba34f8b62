import { startKafkaProcess } from '../support/kafka/process.ts';
import { accounts, rates, rounds } from './cost.ts';
import { type Benchmark, inRounds } from './support/benchmark.ts';
import { type Figure, figureOf } from './support/figures.ts';
import { startFilledHub } from './support/filled-hub.ts';
import type { LoadJob, LoadResult } from './support/load.ts';
import { measureLoad } from './support/measure-load.ts';
import { measureVisible } from './support/visible.ts';
import { startWorker } from './support/worker.ts';

const warmUp = { perSecond: 40, seconds: 20 };

export const kafkaBenchmark: Benchmark = {
  summary: 'CPU of small reports on Kafka without its broker, next to the log in PostgreSQL',
  run: async (lifecycle) => {
    const broker = await startKafkaProcess({});
    lifecycle.onClose(broker.close);
    const filling = { accounts: accounts + 1, keys: 80 };
    const onKafka = { ...filling, settings: { KAFKA_BROKERS: broker.brokers } };
    const hubs = {
      kafka: await startFilledHub(lifecycle, onKafka),
      postgres: await startFilledHub(lifecycle, filling),
    };
    const plugins = startWorker<LoadJob, LoadResult>(lifecycle, './load.ts');
    const send = async (name: keyof typeof hubs, rate: typeof warmUp) => {
      // The last player belongs to the probe.
      const [hub, tokens] = [hubs[name], hubs[name].tokens.slice(0, accounts)];
      const job: LoadJob = { kind: 'reports', port: hub.port, tokens, ...rate, isGroup: true };
      const { nodeMicros, postgresMicros } = await measureLoad(hub, plugins, job);
      return nodeMicros + postgresMicros;
    };
    await send('kafka', warmUp);
    await send('postgres', warmUp);
    const figures: Figure[] = [];
    for (const rate of rates) {
      const measured = await inRounds(rounds, async () => ({
        kafka: await send('kafka', rate),
        postgres: await send('postgres', rate),
      }));
      const [visible] = await Promise.all([measureVisible(hubs.kafka, rate.seconds), send('kafka', rate)]);
      const name = `${rate.perSecond} a second`;
      figures.push(
        figureOf(`${name}: on Kafka`, 'us', measured, ({ kafka }) => kafka),
        figureOf(`${name}: in PostgreSQL`, 'us', measured, ({ postgres }) => postgres),
        figureOf(`${name}: ratio`, 'times', measured, ({ kafka, postgres }) => kafka / postgres),
        figureOf(`${name}: visible on Kafka, p99`, 'ms', [visible], (ms) => ms),
      );
    }
    return figures;
  },
};
