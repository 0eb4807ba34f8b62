import { pagePaths } from '../../page-paths.ts';

export function competitionAddress(id: string): string {
  return pagePaths.competition.replace(':id', encodeURIComponent(id));
}
