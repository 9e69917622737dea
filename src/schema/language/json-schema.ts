import { commonKeys } from '../field-types/common-keys'
import { fieldJson, fieldsShape } from '../field-types/field-shape'
import { condition, expression } from './shapes/condition-shape'
import { resourceShape } from './shapes/resource-shape'
import { type JsonSchema, objectJson } from './shapes/shape'

/** The schema language as JSON Schema, for editors: made from the same declarations that the checks read. */
export const jsonSchema = (): JsonSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A resource of the portal',
  description: 'One admin page, or one table without a page. Made by `npx tsx src/tools/json-schema.ts`.',
  ...resourceShape.json,
  $defs: { common: objectJson(commonKeys), fields: fieldsShape.json, field: fieldJson(), condition: condition.json, expression: expression.json },
})
