import { z } from 'zod';
import type { Reader, VisibleAccount } from '../../../projections/access/visibility/reader.ts';
import type { Category } from '../../../shared/domain/category.ts';
import { defineRoute, type Route } from '../define-route.ts';
import { csvAnswer, dataAnswer } from '../http/answer.ts';
import type { QueryServices } from '../query-services.ts';
import { AccountRef, accountPath, accountRef, exampleAccount } from '../schemas/account-ref.ts';
import { envelopeOf, exampleOf } from '../schemas/envelope.ts';
import { formatParameter } from '../schemas/parameters.ts';
import { findReadableAccount } from './find-account.ts';

type Described = Pick<Route, 'operationId' | 'tag' | 'summary' | 'description' | 'triedQuery'>;

interface AccountDataRoute<
  Query extends z.ZodRawShape,
  Fields extends z.ZodRawShape,
  Range,
  Path extends string,
> extends Described {
  readonly path: Path;
  readonly category: Category;
  readonly query: Query;
  /** Checked before the account is looked up. @throws ApiError 400 */
  readonly rangeOf?: (query: z.infer<z.ZodObject<Query>>, now: number, reader: Reader) => Range;
  /** The name of the data in the OpenAPI document. */
  readonly id: string;
  /** The data next to `account`. */
  readonly fields: Fields;
  readonly example: z.infer<z.ZodObject<Fields>>;
  /** `generated_at` of the example. */
  readonly exampleReadAt?: string;
  /** After the columns of the account. */
  readonly csvColumns: readonly string[];
  /** An object for each line, see `csvAnswer`. */
  readonly linesOf: (fields: NoInfer<z.infer<z.ZodObject<Fields>>>) => readonly object[] | null;
  /** `readAt` in epoch ms; the time after the reading when not given. */
  readonly read: (
    request: AccountRequest<z.infer<z.ZodObject<Query>>, NoInfer<Range>>,
    services: QueryServices,
  ) => Promise<NoInfer<z.infer<z.ZodObject<Fields>>> & { readonly readAt?: number }>;
}

interface AccountRequest<Query, Range> {
  readonly reader: Reader;
  readonly account: VisibleAccount;
  readonly accountId: string;
  readonly query: Query;
  readonly range: Range;
  /** Epoch ms. */
  readonly now: number;
}

/** Answers an object about one account, or its list as CSV. */
export function accountDataRoute<
  Query extends z.ZodRawShape,
  Fields extends z.ZodRawShape,
  Range,
  const Path extends string,
>(declared: AccountDataRoute<Query, Fields, Range, Path>) {
  const { category, query: parameters, rangeOf, id, fields, linesOf, read, ...described } = declared;
  const { example, exampleReadAt, ...route } = described;
  const csvColumns = ['account_id', 'account_name', ...declared.csvColumns];
  return defineRoute({
    ...route,
    describedCategory: category,
    params: accountPath,
    query: z.object({ ...parameters, format: formatParameter }),
    response: envelopeOf(`${id}Response`, z.object({ account: AccountRef, ...fields }).meta({ id })),
    example: exampleOf({ account: exampleAccount, ...example }, exampleReadAt),
    csvColumns,
    statuses: [404],
    handle: async ({ reader, params, query }, services) => {
      const asked = query as z.infer<z.ZodObject<Query>>;
      const now = services.clock();
      const range = rangeOf?.(asked, now, reader) as Range;
      const visible = findReadableAccount(reader, params.id, category);
      const request = { reader, account: visible, accountId: params.id, query: asked, range, now };
      const { readAt = services.clock(), ...found } = await read(request, services);
      const account = accountRef(visible);
      if ((query as { readonly format: string }).format !== 'csv')
        return dataAnswer({ account, ...found }, readAt);
      const lines = linesOf(found as unknown as z.infer<z.ZodObject<Fields>>) ?? [];
      return csvAnswer(
        csvColumns,
        lines.map((line) => ({ account, ...line })),
      );
    },
  });
}
