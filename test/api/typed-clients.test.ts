import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { rolldown } from 'rolldown';
import { describe, expect, test } from 'vitest';
import {
  generatorTools,
  hasCargo,
  oapiCodegen,
  ogen,
  openapiGenerator,
  progenitor,
  runTool,
  versions,
} from '../support/api/tools.ts';
import { onceAFile } from '../support/at-end.ts';
import { runsCampaigns } from '../support/campaign.ts';
import { patient } from '../support/runner/patience.ts';
import { projectRoot } from '../support/source-tree.ts';
import { richAccountId, startExampleHub, untilServed } from './example-hub.ts';
import { programWithCalls } from './generated-calls.ts';

const campaign = <Tool>(tool: () => Promise<Tool | null>) => (runsCampaigns ? tool() : Promise.resolve(null));
const generators = await campaign(generatorTools);
const generatorJar = await campaign(openapiGenerator);
const oapiCodegenPath = await campaign(oapiCodegen);
const ogenPath = await campaign(ogen);
const cargo = await campaign(hasCargo);
const progenitorPath = await campaign(progenitor);

const programs = `${projectRoot}test/api/clients/typed/`;
const builds = `${projectRoot}node_modules/.cache/api-tools/builds`;
const minutes = 60_000;
const pom = `${programs}kotlin-pom.xml`;

const opened = onceAFile(async () => {
  // A key may ask for `/snapshot` once a second, so each client takes its own key.
  const hub = await startExampleHub(10);
  await untilServed(hub);
  return hub;
});

/** The values that each program prints about `richAccountId`. */
const read = {
  name: 'Rïch "<b>&\u{1f600}',
  overall_xp: 5_000_000_000,
  last_skill: 'Necromancy "25"',
  value: Number.MAX_SAFE_INTEGER,
  is_inventory_shared: false,
  point: 5_000_000_000,
  drop: 4_290_000_000,
};

/** A build folder without old generated files, but with the files that the compiler reuses. */
async function openBuild(language: string, ...generated: string[]): Promise<string> {
  const folder = `${builds}/${language}`;
  await mkdir(folder, { recursive: true });
  for (const path of generated) await rm(`${folder}/${path}`, { recursive: true, force: true });
  const { document, url } = opened();
  await writeFile(`${folder}/openapi-3.1.json`, JSON.stringify(document));
  const older = await (await fetch(`${url}/api/v1/openapi.json?version=3.0`)).text();
  await writeFile(`${folder}/openapi-3.0.json`, older);
  return folder;
}

/** @throws with the output of the tool when it fails */
async function runBuild(cwd: string, command: string, ...args: string[]): Promise<string> {
  const { code, text } = await runTool(command, args, { cwd });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}: ${text.slice(-6_000)}`);
  return text;
}

async function generate(folder: string, generator: string, properties: string, ...more: string[]) {
  const options = [
    '-g',
    generator,
    '-o',
    '.',
    '-i',
    'openapi-3.1.json',
    `--additional-properties=${properties}`,
  ];
  await runBuild(folder, 'java', '-jar', `${generatorJar}`, 'generate', ...options, ...more);
}

async function writeProgram(name: string, path: string): Promise<void> {
  await writeFile(path, await programWithCalls(`${programs}${name}`, opened().document));
}

let keysTaken = 0;

async function expectAll(folder: string, command: string, ...args: string[]): Promise<void> {
  const { url, keys, document } = opened();
  const operations = Object.values(document.paths).map(({ get }) => get.operationId);
  const key = keys[keysTaken++ % keys.length] ?? '';
  const text = await runBuild(folder, command, ...args, `${url}/api/v1`, key, richAccountId);
  const { done, failed, read: values } = JSON.parse(text);
  expect(failed).toEqual({});
  expect(done.toSorted()).toEqual(operations.toSorted());
  expect(values).toEqual(read);
}

/** Bundles the program, because generated modules name each other without an extension. */
async function expectAllOfTypeScript(folder: string, program: string): Promise<void> {
  await writeProgram(`${program}.mts`, `${folder}/${program}.mts`);
  const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--target', 'es2023'];
  const resolution = ['--module', 'esnext', '--moduleResolution', 'bundler', '--types', 'node'];
  const compiler = `${projectRoot}node_modules/typescript/bin/tsc`;
  await runBuild(folder, process.execPath, compiler, ...options, ...resolution, `${program}.mts`);
  const bundle = await rolldown({ input: `${folder}/${program}.mts`, platform: 'node' });
  await bundle.write({ file: `${folder}/${program}.mjs`, format: 'esm' });
  await bundle.close();
  await expectAll(folder, process.execPath, `${program}.mjs`);
}

describe('a generated client compiles and decodes every answer (in campaigns)', () => {
  test.skipIf(generators === null)(
    'TypeScript, hey-api (needs the npm registry)',
    { timeout: patient(5 * minutes) },
    async () => {
      const folder = await openBuild('hey-api', 'hey');
      const program = `${generators}/node_modules/@hey-api/openapi-ts/bin/run.js`;
      await runBuild(folder, process.execPath, program, '-i', 'openapi-3.1.json', '-o', 'hey');
      await expectAllOfTypeScript(folder, 'use-hey-api');
    },
  );

  test.skipIf(generators === null)(
    'TypeScript, orval (needs the npm registry)',
    { timeout: patient(5 * minutes) },
    async () => {
      const folder = await openBuild('orval', 'orval');
      const output = { target: './orval/hub.ts', client: 'fetch', baseUrl: `${opened().url}/api/v1` };
      const config = { hub: { input: './openapi-3.1.json', output } };
      await writeFile(`${folder}/orval.config.mjs`, `export default ${JSON.stringify(config)};\n`);
      const program = `${generators}/node_modules/orval/dist/bin/orval.mjs`;
      await runBuild(folder, process.execPath, program, '--config', 'orval.config.mjs');
      await expectAllOfTypeScript(folder, 'use-orval');
    },
  );

  test.skipIf(oapiCodegenPath === null)(
    'Go, oapi-codegen (needs Go and its proxy)',
    { timeout: patient(15 * minutes) },
    async () => {
      const folder = await openBuild('go', 'hubclient');
      await mkdir(`${folder}/hubclient`);
      const options = ['-generate', 'types,client', '-package', 'hubclient', '-o', 'hubclient/client.go'];
      await runBuild(folder, `${oapiCodegenPath}`, ...options, 'openapi-3.0.json');
      await writeProgram('main.go', `${folder}/main.go`);
      await writeFile(`${folder}/go.mod`, 'module hub\n\ngo 1.24\n');
      await runBuild(folder, 'go', 'mod', 'tidy');
      await runBuild(folder, 'go', 'build', '-o', 'use', '.');
      await expectAll(folder, `${folder}/use`);
    },
  );

  test.skipIf(ogenPath === null)(
    'Go, ogen (needs Go and its proxy)',
    { timeout: patient(15 * minutes) },
    async () => {
      const folder = await openBuild('go-ogen', 'hubclient');
      const options = ['--target', 'hubclient', '--package', 'hubclient', 'openapi-3.1.json'];
      await runBuild(folder, `${ogenPath}`, ...options);
      await writeProgram('use-ogen.go', `${folder}/use-ogen.go`);
      const required = `require github.com/ogen-go/ogen ${(await versions()).ogen}`;
      await writeFile(`${folder}/go.mod`, `module hub\n\ngo 1.25.0\n\n${required}\n`);
      await runBuild(folder, 'go', 'mod', 'tidy');
      await runBuild(folder, 'go', 'build', '-o', 'use', '.');
      await expectAll(folder, `${folder}/use`);
    },
  );

  test.skipIf(generatorJar === null)(
    'Java, openapi-generator (needs Maven)',
    { timeout: patient(20 * minutes) },
    async () => {
      const folder = await openBuild('java', 'src', 'target');
      await generate(
        folder,
        'java',
        'hideGenerationTimestamp=true,openApiNullable=false',
        '--library',
        'native',
      );
      await writeProgram('Use.java', `${folder}/src/main/java/Use.java`);
      await runBuild(folder, 'mvn', '-q', '-B', '-Dmaven.test.skip', '-Dmaven.javadoc.skip', 'package');
      await expectAll(folder, 'java', '-Dfile.encoding=UTF-8', '-cp', 'target/classes:target/lib/*', 'Use');
    },
  );

  test.skipIf(generatorJar === null)(
    'Kotlin, openapi-generator (needs Maven)',
    { timeout: patient(20 * minutes) },
    async () => {
      const folder = await openBuild('kotlin', 'src', 'target');
      await generate(folder, 'kotlin', 'serializationLibrary=jackson');
      await Promise.all([
        copyFile(pom, `${folder}/pom.xml`),
        writeProgram('Use.kt', `${folder}/src/main/kotlin/Use.kt`),
      ]);
      await rm(`${folder}/src/test`, { recursive: true, force: true });
      await runBuild(folder, 'mvn', '-q', '-B', 'package');
      await expectAll(folder, 'java', '-Dfile.encoding=UTF-8', '-cp', 'target/classes:target/lib/*', 'UseKt');
    },
  );

  test.skipIf(generatorJar === null || !cargo)(
    'Rust, openapi-generator (needs Maven and Cargo)',
    { timeout: patient(30 * minutes) },
    async () => {
      const folder = await openBuild('rust', 'src');
      await generate(folder, 'rust', 'packageName=hub_client');
      await mkdir(`${folder}/src/bin`);
      await writeProgram('use.rs', `${folder}/src/bin/use.rs`);
      // A hub on this machine has no TLS.
      const build = ['--quiet', '--no-default-features', '--bin', 'use'];
      await runBuild(folder, 'cargo', 'add', '--quiet', 'tokio', '--features', 'rt,macros');
      await runBuild(folder, 'cargo', 'build', ...build);
      await expectAll(folder, `${folder}/target/debug/use`);
    },
  );

  test.skipIf(progenitorPath === null)(
    'Rust, progenitor (needs Cargo and rustfmt)',
    { timeout: patient(30 * minutes) },
    async () => {
      const folder = await openBuild('rust-progenitor', 'src');
      const made = ['-i', 'openapi-3.0.json', '-o', '.', '-n', 'hub_client', '-v', '0.1.0'];
      await runBuild(folder, `${progenitorPath}`, 'progenitor', ...made, '--interface', 'builder');
      await mkdir(`${folder}/src/bin`);
      await writeProgram('use-progenitor.rs', `${folder}/src/bin/use.rs`);
      await runBuild(folder, 'cargo', 'add', '--quiet', 'tokio', '--features', 'rt,macros');
      await runBuild(folder, 'cargo', 'build', '--quiet', '--bin', 'use');
      await expectAll(folder, `${folder}/target/debug/use`);
    },
  );
});
