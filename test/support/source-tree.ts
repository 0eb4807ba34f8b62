import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export interface SourceFile {
  readonly path: string;
  readonly text: string;
  /** Imported files of this project. */
  readonly local: readonly string[];
  /** Imported packages, types included. */
  readonly packages: readonly string[];
}

/** Ends with a slash. */
export const projectRoot = new URL('../..', import.meta.url).pathname;

const areas = ['services', 'projections', 'shared', 'test', 'infra'];

export const allFiles = areas.flatMap((area) => pathsOf(area, /\.tsx?$/)).map(readSource);

export const productFiles = allFiles.filter((file) => !isTest(file.path));

/** With contracts of adapters, and with JavaScript that runs before packages are installed. */
const codePaths = areas.flatMap((area) => pathsOf(area, /\.(tsx?|mjs)$/));

export const sqlFiles = pathsOf('shared', /\.sql$/).map((path) => ({
  path,
  code: readFileSync(join(projectRoot, path), 'utf8').replaceAll(/--.*$/gm, ''),
}));

export function isTest(path: string): boolean {
  return /\.(test|contract)\.ts$|\/testing\//.test(path) || path.startsWith('test/');
}

export function fileAt(path: string): SourceFile | undefined {
  return filesByPath.get(path);
}

const filesByPath = new Map(allFiles.map((file) => [file.path, file]));

export function lineCount({ text }: SourceFile): number {
  return text.trimEnd().split('\n').length;
}

/**
 * Parts are the folders below `services`, `projections`, `shared` and `infra`, for example
 * `services/ingest`. Files next to these folders count for the folder above.
 */
export function productLinesOfParts(): ReadonlyMap<string, number> {
  const product = codePaths.filter((path) => !/^test\/|\.test\.|\/testing\//.test(path));
  return new Map(
    [...Map.groupBy(product, (path) => dirname(path).split('/').slice(0, 2).join('/'))].map(
      ([part, paths]) => [part, paths.reduce((sum, path) => sum + linesIn(path), 0)],
    ),
  );
}

function linesIn(path: string): number {
  return readFileSync(join(projectRoot, path), 'utf8').split('\n').length - 1;
}

/** Without comments. */
export function codeOf({ text }: SourceFile): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
}

export function exportedNames({ text }: SourceFile): string[] {
  const declared = /^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm;
  return [...text.matchAll(declared)].flatMap((match) => match[1] ?? []);
}

export interface FunctionSize {
  readonly name: string;
  readonly lines: number;
}

/**
 * Functions at the top of a file, and methods. The formatter indents the first and the last line of
 * a declaration equally.
 */
export function functionSizes({ text }: SourceFile): FunctionSize[] {
  const lines = text.split('\n');
  return lines.flatMap((line, from) => {
    const match =
      /^(?<indent>)(?:export )?(?:async )?function\*? (?<name>\w+)/.exec(line) ??
      /^(?<indent>)(?:export )?const (?<name>\w+) = (?:async )?\(.*[{(,]$/.exec(line) ??
      /^(?<indent> {2})(?:(?:static|async|get|set) )*(?<name>#?\w+)(?:<.*>)?\(.*[{(,]$/.exec(line);
    const { indent, name } = match?.groups ?? {};
    if (indent === undefined || name === undefined) return [];
    const length = lines.slice(from).findIndex((each) => each === `${indent}}` || each === `${indent}};`);
    return length === -1 ? [] : [{ name, lines: length + 1 }];
  });
}

/** With the file itself, by way of files that `follow` lets pass. */
export function reachedFrom(path: string, follow: (path: string) => boolean = () => true): Set<string> {
  const reached = new Set([path]);
  for (const each of reached) {
    for (const target of fileAt(each)?.local ?? []) if (follow(target)) reached.add(target);
  }
  return reached;
}

/** Each cycle once, as a path that ends where it began. */
export function cycles(names: readonly string[], importsOf: (name: string) => Iterable<string>): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  function visit(name: string, trail: readonly string[]): void {
    if (trail.includes(name)) {
      found.push([...trail.slice(trail.indexOf(name)), name].join(' -> '));
      return;
    }
    if (done.has(name)) return;
    for (const next of importsOf(name)) visit(next, [...trail, name]);
    done.add(name);
  }
  for (const name of names) visit(name, []);
  return found;
}

export interface FolderCycle {
  /** The folder whose sub-folders import each other. */
  readonly parent: string;
  /** Each import on a cycle, as `from -> to`, with the sub-folders at the front. */
  readonly imports: readonly string[];
}

/** Direct and indirect cycles. Other rules check the imports between top folders. */
export function folderCycles(files: readonly SourceFile[]): FolderCycle[] {
  const imports = files.flatMap(({ path, local }) =>
    local.flatMap((target) => siblingsOf(path, target) ?? []),
  );
  return [...Map.groupBy(imports, ({ parent }) => parent)].flatMap(([parent, within]) => {
    const next = new Map<string, Set<string>>();
    for (const { from, to } of within) next.set(from, (next.get(from) ?? new Set()).add(to));
    const onCycle = within.filter(({ from, to }) => reachedNames(next, to).has(from));
    if (onCycle.length === 0) return [];
    return [{ parent, imports: onCycle.map(({ from, to, line }) => `${from} -> ${to}: ${line}`).sort() }];
  });
}

/** Null for files in one folder, and for folders at the top. */
function siblingsOf(path: string, target: string) {
  const [from, to] = [path.split('/'), target.split('/')];
  const depth = from.findIndex((name, index) => name !== to[index]);
  const [fromFolder, toFolder] = [from[depth], to[depth]];
  if (depth <= 0 || fromFolder === undefined || toFolder === undefined) return null;
  if (depth === from.length - 1 || depth === to.length - 1) return null;
  return {
    parent: from.slice(0, depth).join('/'),
    from: fromFolder,
    to: toFolder,
    line: `${path} -> ${target}`,
  };
}

/** With the name itself. */
function reachedNames(next: ReadonlyMap<string, ReadonlySet<string>>, name: string): ReadonlySet<string> {
  const reached = new Set([name]);
  for (const each of reached) for (const following of next.get(each) ?? []) reached.add(following);
  return reached;
}

/** Folders with sub-folders and more than `max` files next to the sub-folders. */
export function crowdedFolders(max: number): { folder: string; files: number }[] {
  const counts = Map.groupBy(
    codePaths.filter((path) => !isTest(path)),
    dirname,
  );
  return [...counts]
    .map(([folder, within]) => ({ folder, files: within.length }))
    .filter((each) => each.files > max && hasFolders(each.folder));
}

function hasFolders(folder: string): boolean {
  return readdirSync(join(projectRoot, folder), { withFileTypes: true }).some((entry) => entry.isDirectory());
}

function pathsOf(area: string, named: RegExp): string[] {
  return readdirSync(join(projectRoot, area), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && named.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(projectRoot.length));
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(projectRoot, path), 'utf8');
  const specifiers = [...text.matchAll(/(?:^import|^export|^\} from|import\()[^'"`;]*?['"]([^'"]+)['"]/gm)]
    .map((match) => match[1] ?? '')
    .filter((specifier) => specifier !== '');
  return {
    path,
    text,
    local: specifiers
      .filter((specifier) => specifier.startsWith('.') && /\.(tsx?|css)$/.test(specifier))
      .map((specifier) => normalize(join(dirname(path), specifier))),
    packages: specifiers
      .filter((specifier) => !specifier.startsWith('.') && !specifier.startsWith('node:'))
      .map((specifier) =>
        specifier
          .split('/')
          .slice(0, specifier.startsWith('@') ? 2 : 1)
          .join('/'),
      ),
  };
}
