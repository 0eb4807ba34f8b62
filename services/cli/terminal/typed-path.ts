import { realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * npm runs a script in the package's folder. A relative path then starts at the folder in which the
 * person called npm.
 */
export function typedPath(path: string, environment: Environment, workingFolder: string): string {
  const start = environment.INIT_CWD;
  if (start === undefined || !isOwnScript(environment, workingFolder)) return path;
  return resolve(start, path);
}

/**
 * False for a script of another package, and for a process that a script of this package started
 * elsewhere.
 */
function isOwnScript(environment: Environment, workingFolder: string): boolean {
  const { npm_lifecycle_event: script, npm_package_name: name, npm_package_json: file } = environment;
  if (script === undefined || file === undefined || name !== packageJson.name) return false;
  return dirname(realPath(file)) === realPath(workingFolder);
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
