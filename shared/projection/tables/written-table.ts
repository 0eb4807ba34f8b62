import type { CopyColumns } from '../../postgres/copy/binary-copy.ts';

export interface WrittenTable<Of extends CopyColumns = CopyColumns> {
  readonly table: string;
  readonly columns: Of;
  /** The columns of the primary key, or of another unique key. */
  readonly key: readonly (keyof Of & string)[];
}
