import { pagePaths } from '../../page-paths.ts';

export function accountAddress(id: string): string {
  return pagePaths.account.replace(':id', encodeURIComponent(id));
}
