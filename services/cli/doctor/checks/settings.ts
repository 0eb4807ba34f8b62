import { realpath } from 'node:fs/promises';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { findHubLockHolders } from '../../../../shared/identity/hub-lock.ts';
import { type ProcessFolders, readProcessFolders } from '../../../../shared/process/process-folders.ts';
import { loadEnvironment } from '../../../../shared/process/settings/environment-settings.ts';
import { misspeltSettings } from '../../../../shared/process/settings/misspelt-settings.ts';
import type { DoctorSettings } from '../../settings.ts';
import { type ExaminedHub, ifOpened } from '../examined-hub.ts';
import { defineCheck, type FactsOf, type Fault, type Finding, findingOf } from '../finding.ts';

export const settingsCheck = defineCheck('settings', readSettings, judgeSettings);

/** `elsewhere` has the folders of a running hub that differ from the settings here. */
async function readSettings(hub: ExaminedHub) {
  const problem = attempted(() => hub.settings());
  if (problem !== null) return { problem, misspelt: [], elsewhere: [] };
  const misspelt = misspeltSettings(Object.keys(loadEnvironment()));
  return { problem, misspelt, elsewhere: await findFoldersElsewhere(hub) };
}

export function judgeSettings({ problem, misspelt, elsewhere }: FactsOf<typeof readSettings>): Finding {
  const bad =
    problem === null ? [] : [{ what: problem, why: 'no process of the hub starts', fix: 'correct it' }];
  const ineffective = misspelt.map(({ given, meant }) => ({
    what: `${given} is not a setting`,
    why: 'it has no effect',
    fix: `rename ${given} to ${meant}, or remove it`,
  }));
  return findingOf([...bad, ...ineffective, ...elsewhere], 'all are valid');
}

function attempted(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const answerWithinMs = 3_000;

async function findFoldersElsewhere(hub: ExaminedHub): Promise<Fault[]> {
  const settings = hub.settings();
  const running = await readRunning(hub);
  const here = running.filter(({ host }) => host === hostname());
  const faults = await Promise.all(here.map((process) => compareFolders(process, settings)));
  if (faults.length > 0 || running.length > 0 || settings.DATABASE_URL !== undefined) return faults.flat();
  return (await isHubOnPort(settings)) ? [onPort(settings)] : [];
}

/** Empty when the database cannot be opened, which the check `database` reports. */
async function readRunning(hub: ExaminedHub): Promise<ProcessFolders[]> {
  if (ifOpened(() => hub.server())?.runs !== true) return [];
  return readProcessFolders(hub.database(), await findHubLockHolders(hub.database()));
}

async function compareFolders(running: ProcessFolders, settings: DoctorSettings): Promise<Fault[]> {
  const pairs = [
    ['DATA_DIR', running.dataDir, settings.DATA_DIR],
    ['BACKUP_DIR', running.backupDir, settings.BACKUP_DIR],
  ] as const;
  const compared = await Promise.all(
    pairs.map(async ([name, there, here]) =>
      (await realPath(there)) === (await realPath(here)) ? [] : [otherFolder(name, running, there, here)],
    ),
  );
  return compared.flat();
}

function otherFolder(name: string, { holder }: ProcessFolders, there: string, here: string): Fault {
  return {
    what: `hub ${holder.role === 'hub' ? 'start' : holder.role} (pid ${holder.pid}) runs with ${name} ${there}, and here it is ${resolve(here)}`,
    why: 'commands and the hub work on different folders',
    fix: `set ${name}=${there} in .env, or start the hub with the ${name} of .env`,
  };
}

function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}

async function isHubOnPort({ HOST = '127.0.0.1', PORT }: DoctorSettings): Promise<boolean> {
  const host = HOST.includes(':') ? `[${HOST}]` : HOST;
  try {
    const answer = await fetch(`http://${host}:${PORT}/api/health`, {
      signal: AbortSignal.timeout(answerWithinMs),
      redirect: 'error',
    });
    const { status } = (await answer.json()) as { readonly status?: unknown };
    return status === 'ok' || status === 'unavailable';
  } catch {
    return false;
  }
}

function onPort({ PORT, DATA_DIR }: DoctorSettings): Fault {
  return {
    what: `a hub answers on port ${PORT}, but it does not use DATA_DIR ${resolve(DATA_DIR)}`,
    why: 'commands and the hub work on different folders',
    fix: 'set DATA_DIR in .env to the folder that the running hub named in its first log line',
  };
}
