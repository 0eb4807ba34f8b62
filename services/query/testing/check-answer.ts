import { openapiCheck } from '../../../test/support/openapi-check.ts';
import { openApiDocument } from '../openapi/document.ts';
import { routes } from '../routes.ts';

/** Holds the JSON answer to a GET to the OpenAPI document, whatever test asked. @throws what does not match */
export const checkAnswer = openapiCheck(openApiDocument(routes), '/api/v1');
