import { pagePaths } from '../../page-paths.ts';

export function accountAddress(id: string): string {
  return pagePaths.account.replace(':id', encodeURIComponent(id));
}

export const previewParameter = { name: 'as', guild: 'guild' } as const;
/** On the own page. */
export const sharingFragment = '#sharing';

/** The account of the signed-in member as the guild sees it. */
export function guildPreviewAddress(id: string): string {
  return `${accountAddress(id)}?${previewParameter.name}=${previewParameter.guild}`;
}
