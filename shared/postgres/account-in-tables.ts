import type { QuotedSchema } from './quoted-schema.ts';

/** The tables of a generation, and the account whose rows a query reads. */
export interface AccountInTables {
  readonly schema: QuotedSchema;
  readonly accountId: string;
}

/** [from, to), epoch ms. */
export interface AccountRange extends AccountInTables {
  readonly from: number;
  readonly to: number;
}
