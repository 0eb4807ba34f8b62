import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { GenericContainer, Wait } from 'testcontainers';
import { hasImage, reachableAt, sharesNetwork } from '../docker.ts';
import { freePort } from '../hub/hub-process.ts';
import { breakableContainer } from './breakable-container.ts';
import { type KafkaBroker, singleNode } from './broker.ts';

const run = promisify(execFile);

export const kafkaImage = 'apache/kafka:4.1.0';

export async function findKafkaImage(): Promise<{ readonly image: string } | { readonly missing: string }> {
  if (await hasImage(kafkaImage)) return { image: kafkaImage };
  return { missing: `no Docker that has or gets ${kafkaImage}` };
}

export async function startKafkaContainer(settings: Readonly<Record<string, string>>): Promise<KafkaBroker> {
  const [port, controller] = [await freePort(), sharesNetwork ? await freePort() : 9_093];
  const inside = sharesNetwork ? port : 9_092;
  const container = await reachableAt(port, inside, new GenericContainer(kafkaImage))
    .withEnvironment(
      toEnvironment({
        ...singleNode(port),
        'controller.quorum.voters': `1@127.0.0.1:${controller}`,
        listeners: `PLAINTEXT://${sharesNetwork ? '127.0.0.1' : ''}:${inside},CONTROLLER://127.0.0.1:${controller}`,
        ...settings,
      }),
    )
    .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/))
    .start();
  return brokerHandle(container.getId(), `127.0.0.1:${port}`);
}

export async function brokerHandle(id: string, brokers: string): Promise<KafkaBroker> {
  return {
    brokers,
    pid: async () => Number((await run('docker', ['inspect', '--format', '{{.State.Pid}}', id])).stdout),
    segments: async (partition) => {
      // Names of segments have no spaces. `docker cp` would fail when a file of the folder changes.
      const script = `for file in $(find / -xdev -path '*/${partition}/*.log*' 2> /dev/null); do base64 -w 0 < $file && echo; done`;
      const { stdout } = await run('docker', ['exec', id, 'sh', '-c', script], {
        maxBuffer: 64 * 1_024 * 1_024,
      });
      return stdout.split('\n').map((line) => Buffer.from(line, 'base64'));
    },
    ...(await breakableContainer(id)),
  };
}

/** The image reads the property `a.b-c` from `KAFKA_A_B___C`. */
export function toEnvironment(properties: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      `KAFKA_${name.toUpperCase().replaceAll('-', '___').replaceAll('.', '_')}`,
      value,
    ]),
  );
}
