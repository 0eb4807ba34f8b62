import { findDataDirFault } from '../../../../shared/files/data-dir.ts';
import type { FolderFault } from '../../../../shared/files/folder-error.ts';
import { defineCheck, type Finding, findingOf } from '../finding.ts';

export const folderCheck = defineCheck(
  'folder',
  (hub) => findDataDirFault(hub.settings().DATA_DIR),
  judgeFolder,
);

export function judgeFolder(fault: FolderFault | null): Finding {
  const why = 'the hub does not start';
  return findingOf(fault === null ? [] : [{ ...fault, why }], 'DATA_DIR can be used');
}
