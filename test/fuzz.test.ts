import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryRequest, type FuzzedRequest, operationsOf } from './support/arbitrary-request.ts';
import { absentAccount, guildAccounts, relations } from './support/authorisation/audiences.ts';
import { competitionIds, openGuild } from './support/authorisation/open-guild.ts';
import { campaign } from './support/campaign.ts';
import { openapiCheck } from './support/openapi-check.ts';
import { parseCsv } from './support/parse-csv.ts';

/** Answers with `format=csv`. */
let tables = 0;

const { runs: requests, seed, label } = campaign(20_000);

test(
  `every request that is made from the document gets an answer that the document describes (read-api 2.1 "success body", 2.1 "error body", 7 500, 8 "caching") (${label})`,
  async () => {
    const guild = await openGuild();
    const { app } = guild.api;
    const document = JSON.parse((await app.inject('/api/v1/openapi.json')).body);
    const operations = operationsOf(document);
    const check = openapiCheck(document, '');
    const answered = new Map(operations.map(({ template }) => [template, new Set<number>()]));

    async function answerOf({ operation, url, method, headers, key }: FuzzedRequest): Promise<void> {
      // Limits must not refuse a request.
      guild.api.advanceLimitClock(60_000);
      const authorization = key === null ? {} : { authorization: `Bearer ${key}` };
      const answer = await app.inject({ url, method, headers: { ...headers, ...authorization } });
      const { statusCode: status, body } = answer;
      answered.get(operation.template)?.add(status);
      expect(status).toBeLessThan(500);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      expect([operation.template, status, answer.headers['cache-control']]).toEqual([
        operation.template,
        status,
        cachingOf(operation.template, status),
      ]);
      expect(Object.keys(document.paths[operation.template].get.responses)).toContain(String(status));
      if (method === 'HEAD' || status === 304) expect(body).toBe('');
      else if (String(answer.headers['content-type']).startsWith('text/csv')) expectTable(body);
      else check({ path: operation.template, status, body: JSON.parse(body) });
      if (status === 400 && method === 'GET') expectNamed(operation, JSON.parse(body));
    }

    const known = {
      accountIds: [...guildAccounts.map(({ id }) => id), absentAccount],
      competitionIds: Object.values(competitionIds),
      keys: [
        guild.keys.all,
        guild.keys.all,
        guild.keys.service,
        ...relations.map((relation) => guild.keys[relation]),
      ],
    };
    await fc.assert(fc.asyncProperty(arbitraryRequest(operations, known), answerOf), {
      numRuns: requests,
      seed,
    });

    // Without these answers, the generator would test too little.
    for (const [template, statuses] of answered) {
      expect([template, statuses.has(200)]).toEqual([template, true]);
    }
    const all = new Set([...answered.values()].flatMap((statuses) => [...statuses]));
    expect(tables).toBeGreaterThan(requests / 200);
    // A header that makes a 304 comes once in thousands of requests.
    all.delete(304);
    expect([...all].sort()).toEqual([200, 400, 401, 404]);
  },
  60_000 + requests * 20,
);

/** Lines have as many values as the header, and a spreadsheet runs no value as a formula. */
function expectTable(body: string): void {
  tables += 1;
  const [columns = [], ...lines] = parseCsv(body);
  expect(columns.every((name) => /^[a-z_]+$/.test(name))).toBe(true);
  expect(lines.filter((line) => line.length !== columns.length)).toEqual([]);
  expect(lines.flat().filter((value) => /^[=+\-@\t\r]/.test(value))).toEqual([]);
}

/** read-api.md 8, Caching. */
function cachingOf(template: string, status: number): string {
  if (status >= 400) return 'no-store';
  if (template === '/snapshot') return 'private, no-cache';
  return template === '/openapi.json' ? 'public, max-age=300' : 'no-store';
}

function expectNamed(
  { parameters }: FuzzedRequest['operation'],
  body: { error: { details: { path: string }[] } },
): void {
  const names = [...parameters.map(({ name }) => name), 'url'];
  expect(body.error.details.map(({ path }) => path).filter((path) => !names.includes(path))).toEqual([]);
}
