import { refusalMessages } from '../../projections/access/model/refusal.ts';
import { consoleErrors } from '../../services/console/console-error.ts';
import { outcomes } from '../../services/ingest/http/answer.ts';
import { errorMeanings, statusOf } from '../../services/query/errors/api-error.ts';
import { operatorErrorCodes } from '../../shared/errors/operator-error-codes.ts';
import { code, markdownTable, referencePage, sentence } from './markdown.ts';

/** `docs/reference/errors.md`. */
export async function errorsPage(): Promise<string> {
  return referencePage('Errors', [
    'Programs decide by the code. The message is a line for people, and may change.',
    '## Read API',
    readApi,
    markdownTable(
      ['Code', 'Status', 'Meaning'],
      Object.entries(statusOf).map(([name, status]) => [
        code(name),
        String(status),
        errorMeanings[name as keyof typeof errorMeanings],
      ]),
    ),
    '## Plugin endpoints',
    plugins,
    markdownTable(
      ['Code', 'Status', 'Meaning'],
      Object.entries(outcomes).map(([name, { statuses, meaning }]) => [
        code(name),
        statuses.join(', '),
        meaning,
      ]),
    ),
    '## Console',
    console,
    markdownTable(
      ['Code', 'Status', 'Meaning'],
      Object.entries(consoleErrors).map(([name, { status, meaning }]) => [
        code(name),
        String(status),
        meaning,
      ]),
    ),
    '## Refused commands',
    'The fold of `access` decides these refusals, for commands of the console and of the command line.',
    markdownTable(
      ['Code', 'Meaning'],
      Object.entries(refusalMessages).map(([name, message]) => [code(name), sentence(message)]),
    ),
    '## Commands and starts',
    commands,
    markdownTable(
      ['Code', 'Meaning'],
      Object.entries(operatorErrorCodes).map(([name, meaning]) => [code(name), meaning]),
    ),
  ]);
}

const readApi =
  'An error is `{"error": {"code", "message"}}`, with `details` for `invalid_request` ([read API](../../shared/spec/read-api.md)).';

const plugins = `
A refusal is \`{"error": "<message>", "code": "<code>"}\`, and the plugin shows the message to the player. The code is the label \`outcome\` of
[\`hub_ingest_requests_total\`](metrics.md#ingest). Answers with 200 have no code in their body. A plugin that treats a status in its own way may
get another status or body: [plugin-protocols.md](../../shared/spec/plugin-protocols.md) says which.
`.trim();

const console = `
Routes below \`/console/api/\` answer \`{"error": {"code", "message"}}\`. A command that is refused, or that fails as on the command line, answers
409 with a code of the last two tables.
`.trim();

const commands = `
A command ends with exit 1 and one line on stderr, and with \`--json\` as \`{"error": {"code", "message", "fix"}}\`. Wrong usage has the code \`usage\` and
exit 2. A fault that passes has the code \`log_unavailable\` or \`database_unavailable\`, damaged files of the database \`database_damaged\`, and any other fault
\`internal_error\`.
`.trim();
