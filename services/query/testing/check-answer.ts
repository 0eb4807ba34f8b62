import { openapiCheck } from '../../../test/support/openapi-check.ts';
import { openApiDocument } from '../openapi/document.ts';
import { routes } from '../routes.ts';

/**
 * Checks the JSON answer to a GET against the OpenAPI document.
 * @throws an error that says what does not match
 */
export const checkAnswer = openapiCheck(openApiDocument(routes), '/api/v1');
