import { readFileSync } from 'node:fs';
import { parametersOf } from '../../services/query/openapi/json-schema.ts';
import { routes } from '../../services/query/routes.ts';
import { code, markdownTable } from './markdown.ts';

const begin = '<!-- `npm run build:reference` makes this table from the routes. -->\n\n';
const end = '\n\n- `format=csv`';

/** docs/api.md with the table of the routes. */
export async function apiPage(): Promise<string> {
  const text = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error('docs/api.md has no place for the table of endpoints');
  return text.slice(0, from + begin.length) + endpointsTable() + text.slice(to);
}

function endpointsTable(): string {
  const rows = routes.map((route) => [route.summary, code(commandOf(route))]);
  const document = ['The document of the API, public', code('ask /openapi.json')];
  return markdownTable(['Answers', 'Try'], [...rows, document]);
}

function commandOf({ path, params, triedQuery }: (typeof routes)[number]): string {
  const examples = new Map(parametersOf(params, 'path').map(({ name, example }) => [name, example]));
  const asked = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    path.startsWith('/accounts/') ? '$ID' : String(examples.get(name)),
  );
  return triedQuery === undefined ? `ask ${asked}` : `ask "${asked}?${triedQuery}"`;
}
