import { openapiCheck } from '../../../test/support/openapi-check.ts';
import { openApiDocument } from '../openapi/document.ts';
import { routes } from '../routes.ts';

/** @throws when the JSON answer to a GET does not match the OpenAPI document */
export const checkAnswer = openapiCheck(openApiDocument(routes), '/api/v1');
