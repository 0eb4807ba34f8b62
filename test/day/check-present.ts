import { expect } from 'vitest';
import {
  changedAt,
  expectedAccount,
  expectedEntry,
  expectedItem,
  type Known,
  visibleTo,
} from './expected-accounts.ts';
import type { DayKey, Rights } from './keys.ts';
import { iso } from './sent.ts';

export interface PresentReader {
  readonly rights: Rights;
  /** The body of an answer, and the key that asked. */
  // biome-ignore lint/suspicious/noExplicitAny: bodies were checked against their schema
  readonly ask: (path: string) => Promise<{ readonly body: any; readonly by: DayKey }>;
}

const overlapMs = 30_000;

/**
 * @param returnedAt when the last reports came, epoch ms; keys and sharing have not changed since
 */
export async function checkPresent(
  { rights, ask }: PresentReader,
  accounts: readonly Known[],
  returnedAt: number,
): Promise<void> {
  const visible = visibleTo(rights, accounts);

  async function checkList(path: string, isListed: (item: ReturnType<typeof expectedItem>) => boolean) {
    const { body } = await ask(path);
    const { generated_at } = body.meta;
    const data = visible.map((account) => expectedItem(rights, account, Date.parse(generated_at)));
    const listed = data.filter(isListed);
    expect(body, path).toEqual({ data: listed, meta: { generated_at, count: listed.length } });
  }

  async function checkSnapshot(since: number | null): Promise<void> {
    const { body } = await ask(since === null ? '/snapshot' : `/snapshot?since=${iso(since)}`);
    const { generated_at, last_modified } = body.meta;
    const now = Date.parse(generated_at);
    const changes = visible.map((account) => changedAt(rights, account, returnedAt - 1, now));
    const after = since === null ? 0 : since - overlapMs;
    const data = visible
      .filter((_, index) => (changes[index] ?? Number.POSITIVE_INFINITY) > after)
      .map((account) => expectedEntry(rights, account, now));
    const dated = changes.filter((change) => change !== null);
    // Without `activity`, `last_modified` is the watermark.
    const modified = dated.length > 0 ? iso(Math.max(...dated)) : last_modified;
    expect(body).toEqual({ data, meta: { generated_at, count: data.length, last_modified: modified } });
    expect(Date.parse(last_modified)).toBeGreaterThanOrEqual(returnedAt);
  }

  const me = await ask('/me');
  expect(me.body.data).toEqual({
    key: me.by.described,
    user: rights.creator && { name: rights.creator },
    visible_accounts: visible.length,
  });
  await checkList('/accounts', () => true);
  await checkList('/accounts?online=true', ({ online }) => online === true);
  await checkList('/accounts?online=false', ({ online }) => online === false);
  const [first, ...others] = visible;
  const names = `${first?.name.toUpperCase().replaceAll(' ', '_')},Nobody`;
  const ids = others.slice(0, 3).map(({ id }) => id);
  await checkList(
    `/accounts?names=${names}&ids=${ids}`,
    ({ id, name }) => name === first?.name || ids.includes(String(id)),
  );
  for (const account of visible) {
    const { body } = await ask(`/accounts/${account.id}`);
    const { generated_at } = body.meta;
    const data = expectedAccount(rights, account, Date.parse(generated_at));
    expect(body, account.name).toEqual({ data, meta: { generated_at } });
  }
  await checkSnapshot(null);
  // The last values, and nothing earlier.
  await checkSnapshot(returnedAt - 1 + overlapMs);
}
