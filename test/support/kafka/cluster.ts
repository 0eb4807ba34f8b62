import { GenericContainer, Network, type StartedNetwork, Wait } from 'testcontainers';
import { atEnd } from '../at-end.ts';
import { freePort } from '../hub/hub-process.ts';
import type { KafkaBroker } from './broker.ts';
import { brokerHandle, kafkaImage, toEnvironment } from './container.ts';

export interface KafkaCluster {
  readonly brokers: string;
  /** By id. */
  readonly nodes: ReadonlyMap<number, KafkaBroker>;
}

const ids = [1, 2, 3];

/**
 * The cluster ends with the test. Its settings are from infra/kafka/README.md, with shorter
 * sessions.
 */
export async function startKafkaCluster(): Promise<KafkaCluster> {
  const network = await new Network().start();
  const ports = await Promise.all(ids.map(freePort));
  const starting = ids.map((id, index) => startNode(network, id, ports[index] ?? 0));
  atEnd(async () => {
    for (const outcome of await Promise.allSettled(starting)) {
      if (outcome.status === 'fulfilled') await outcome.value.close();
    }
    await network.stop();
  });
  const nodes = await Promise.all(starting);
  return {
    brokers: nodes.map(({ brokers }) => brokers).join(','),
    nodes: new Map(nodes.map((node, index) => [ids[index] ?? 0, node])),
  };
}

async function startNode(network: StartedNetwork, id: number, port: number): Promise<KafkaBroker> {
  const container = await new GenericContainer(kafkaImage)
    .withNetwork(network)
    .withNetworkAliases(`kafka${id}`)
    .withEnvironment({
      ...toEnvironment(nodeSettings(id, port)),
      KAFKA_HEAP_OPTS: '-Xms64m -Xmx256m',
    })
    .withExposedPorts({ container: 9092, host: port })
    .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/))
    .start();
  return brokerHandle(container.getId(), `127.0.0.1:${port}`);
}

function nodeSettings(id: number, port: number): Record<string, string> {
  return {
    'node.id': String(id),
    'process.roles': 'broker,controller',
    'controller.quorum.voters': ids.map((voter) => `${voter}@kafka${voter}:9093`).join(','),
    listeners: 'EXT://:9092,CONTROLLER://:9093,INT://:19092',
    'advertised.listeners': `EXT://127.0.0.1:${port},INT://kafka${id}:19092`,
    'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,EXT:PLAINTEXT,INT:PLAINTEXT',
    'controller.listener.names': 'CONTROLLER',
    'inter.broker.listener.name': 'INT',
    'default.replication.factor': '3',
    'min.insync.replicas': '2',
    'offsets.topic.replication.factor': '3',
    'auto.create.topics.enable': 'false',
    'unclean.leader.election.enable': 'false',
    // Leaders move within seconds; the defaults are 9 s and 30 s.
    'broker.session.timeout.ms': '4000',
    'replica.lag.time.max.ms': '4000',
    'controller.socket.timeout.ms': '3000',
    'log.cleaner.dedupe.buffer.size': '16777216',
    'log.index.size.max.bytes': '65536',
  };
}
