import { commonKeys } from './field-types/common-keys'
import { fieldJson, fieldsShape } from './field-types/field-shape'
import { condition } from './shape/condition-shape'
import { expression } from './shape/expression-shape'
import { resourceShape } from './shape/resource-shape'
import type { JsonSchema } from './shape/shape'
import { objectJson } from './shape/shapes'

/** The schema language as JSON Schema, for editors: made from the same declarations that the checks read. */
export const jsonSchema = (): JsonSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A resource of the portal',
  description: 'One admin page, or one table without a page. Made by `npx tsx src/tools/json-schema.ts`.',
  ...resourceShape.json,
  $defs: { common: objectJson(commonKeys), fields: fieldsShape.json, field: fieldJson(), condition: condition.json, expression: expression.json },
})
