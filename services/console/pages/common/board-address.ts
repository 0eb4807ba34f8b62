import { pagePaths } from '../../page-paths.ts';

/** @param choices as in the address of the page; all others have their defaults */
export function boardAddress(choices: Readonly<Record<string, string>>): string {
  return `${pagePaths.leaderboards}?${new URLSearchParams(choices)}`;
}
