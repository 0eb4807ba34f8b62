import { findDataDirFault } from '../../../../shared/files/data-dir.ts';
import type { FolderFault } from '../../../../shared/files/folder-error.ts';
import { type Check, type Finding, findingOf } from '../finding.ts';

export const folderCheck: Check = {
  name: 'folder',
  run: async (hub) => {
    const { DATA_DIR } = hub.settings();
    return judgeFolder(await findDataDirFault(DATA_DIR));
  },
};

export function judgeFolder(fault: FolderFault | null): Finding {
  const why = 'the hub does not start';
  return findingOf(fault === null ? [] : [{ ...fault, why }], 'DATA_DIR can be used');
}
