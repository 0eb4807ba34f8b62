import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, unknown>>;
}

export interface CheckedResponse {
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
}

/** @returns a check that throws when a response does not match the document */
export function openapiCheck(document: unknown, basePath: string): (response: CheckedResponse) => void {
  // OpenAPI has more keywords than JSON Schema; the routes' own tests check formats.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(document as object, 'openapi');
  const { paths } = document as OpenApiDocument;
  const templates = Object.keys(paths).map((template) => ({
    template,
    pattern: patternOf(basePath + template),
  }));
  const compiled = new Map<string, ValidateFunction>();

  function validator(template: string, status: number): ValidateFunction {
    const steps = [
      'paths',
      template,
      'get',
      'responses',
      String(status),
      'content',
      'application/json',
      'schema',
    ];
    const pointer = resolvePointer(document, steps);
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` });
    compiled.set(pointer, known);
    return known;
  }

  return ({ path, status, body }) => {
    if (status === 304) return;
    const bare = path.split('?')[0] ?? '';
    const match = templates.find(({ pattern }) => pattern.test(bare));
    if (match === undefined) return;
    const validate = validator(match.template, status);
    if (validate(body)) return;
    throw new Error(`GET ${bare} ${status} is not as documented: ${ajv.errorsText(validate.errors)}`);
  };
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

/** A JSON pointer as URI fragment; references on the way are followed. */
function resolvePointer(document: unknown, steps: readonly string[]): string {
  let node = document;
  let pointer = '';
  for (const step of steps) {
    node = (node as Record<string, unknown> | undefined)?.[step];
    if (node === undefined) throw new Error(`the OpenAPI document has no ${steps.join(' > ')}`);
    pointer += `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`;
    const { $ref } = node as { $ref?: string };
    if ($ref === undefined || !$ref.startsWith('#')) continue;
    pointer = $ref.slice(1);
    node = pointer
      .slice(1)
      .split('/')
      .reduce<unknown>(
        (at, part) => (at as Record<string, unknown>)[decodeURIComponent(part).replaceAll('~1', '/')],
        document,
      );
  }
  return pointer;
}
