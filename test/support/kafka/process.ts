import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../hub/hub-process.ts';
import { patient } from '../runner/patience.ts';
import { type KafkaBroker, singleNode } from './broker.ts';
import { kafkaJars } from './jars.ts';

const run = promisify(execFile);
const startsWithinMs = 60_000;
/** Kafka prints that it has started only with this setting. */
const logging = fileURLToPath(
  new URL('../../../infra/images/docker/kafka/log4j2.properties', import.meta.url),
);
const heap = ['-Xmx384m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

export async function startKafkaProcess(
  settings: Readonly<Record<string, string>>,
): Promise<KafkaBroker & { readonly folder: string }> {
  const jars = await kafkaJars();
  if ('missing' in jars) throw new Error(jars.missing);
  const [port, controller] = [await freePort(), await freePort()];
  const folder = await mkdtemp(join(tmpdir(), 'hub-test-kafka-'));
  const properties = join(folder, 'server.properties');
  const all = {
    ...singleNode(port),
    'controller.quorum.voters': `1@127.0.0.1:${controller}`,
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controller}`,
    'log.dirs': join(folder, 'data'),
    ...settings,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(properties, lines.join(''));
  const java = [`-Dlog4j2.configurationFile=${logging}`, '-cp', `${jars.folder}/*`];
  const format = ['kafka.tools.StorageTool', 'format', '-t', '5L6g3nShT-eMCtK--X86sw', '-c', properties];
  await run('java', [...heap, ...java, ...format]);
  return { ...(await handle([...heap, ...java, 'kafka.Kafka', properties], folder, port)), folder };
}

async function handle(args: readonly string[], folder: string, port: number): Promise<KafkaBroker> {
  let child = await launch(args);
  const endWithTests = () => child.kill('SIGKILL');
  process.on('exit', endWithTests);

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }

  return {
    brokers: `127.0.0.1:${port}`,
    pid: async () => child.pid ?? 0,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    start: async () => {
      child = await launch(args);
    },
    pause: async () => void child.kill('SIGSTOP'),
    resume: async () => void child.kill('SIGCONT'),
    segments: async (partition) => {
      const data = join(folder, 'data', partition);
      const names = (await readdir(data)).filter((name) => name.includes('.log'));
      // A file that was deleted since the listing holds nothing.
      return Promise.all(names.map((name) => readFile(join(data, name)).catch(() => Buffer.alloc(0))));
    },
    close: async () => {
      await end('SIGKILL');
      process.off('exit', endWithTests);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function launch(args: readonly string[]): Promise<ChildProcess> {
  const child = spawn('java', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const { promise: started, resolve, reject } = Promise.withResolvers<void>();
  const tooLate = () => reject(new Error(`Kafka did not start in time: ${said.slice(-2_000)}`));
  const timer = setTimeout(tooLate, patient(startsWithinMs));
  const listen = (text: string) => {
    said = (said + text).slice(-20_000);
    if (said.includes('Kafka Server started')) resolve();
  };
  child.stdout.setEncoding('utf8').on('data', listen);
  child.stderr.setEncoding('utf8').on('data', listen);
  child.once('exit', () => reject(new Error(`Kafka ended: ${said.slice(-2_000)}`)));
  try {
    await started;
    return child;
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
