import { pagePaths } from '../../page-paths.ts';

/** The address of an account's page. */
export function accountAddress(id: string): string {
  return pagePaths.account.replace(':id', encodeURIComponent(id));
}
