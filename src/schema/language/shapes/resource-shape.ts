import { tenantFields } from '../../../domain/access/roles'
import catalogue from '../../checks/catalogue.json'
import { commonKeys } from '../../field-types/common-keys'
import { fieldJson, fieldsShape } from '../../field-types/field-shape'
import { menuGroups } from '../resource'
import { operations } from '../types'
import { actionsShape } from './action-shape'
import { condition, conditionRef, expression } from './condition-shape'
import { importShape } from './import-shape'
import { allowedWhenShape, permissionsShape } from './permission-shape'
import { reportShape } from './report-shape'
import {
  choice,
  count,
  either,
  type Finding,
  flag,
  isText,
  type JsonSchema,
  type Keys,
  later,
  listOf,
  mapOf,
  object,
  objectJson,
  type RawObject,
  type Shape,
  text,
} from './shape'

const advice = Object.keys(catalogue).filter((id) => id.startsWith('W'))
const matches = ['exact', 'contains', 'in', 'range']

const menu: Keys = {
  group: {
    shape: choice(Object.keys(menuGroups), 'a menu group'),
    text: `Group of the admin menu: ${Object.keys(menuGroups).join(', ')}. Pages of the group bank give companies no rights.`,
    required: true,
  },
  order: { shape: count, text: 'Place within the group, small numbers first.', required: true },
  icon: { shape: text, text: 'Name of a Material icon listed in src/admin/icons.ts.', required: true },
}

const endpoints: Keys = {
  controller: { shape: text, text: 'Controller of the contract; the file name with a capital letter when absent.' },
  list: { shape: text, text: 'Path of the list below the controller, such as /GetSearchData; empty when absent.' },
  operations: {
    shape: listOf(choice(operations, 'an operation')),
    text: 'The calls there are. Absent: list, get, create, update, delete; without a page: list, get.',
  },
}

const filter: Keys = {
  field: { shape: text, text: 'The field.', required: true },
  match: { shape: choice(matches, 'a way to match'), text: 'Way to match; by the type of the field when absent.' },
}

const mobile: Keys = {
  primary: { shape: text, text: 'First line of the card.', required: true },
  secondary: { shape: listOf(text), text: 'Second line.' },
  tertiary: { shape: text, text: 'At the right edge.' },
}

const list: Keys = {
  columns: { shape: listOf(text, 1), text: 'Columns in their order. Absent: every field that list rows carry and that is short.' },
  hidden: { shape: listOf(text, 1), text: 'Columns that are not seen until the user chooses them.' },
  filters: {
    shape: listOf(either(isText, text, object(filter))),
    text: 'Fields of the query form in their order: a name, or {"field", "match"}.',
  },
  sort: { shape: text, text: 'Field to sort by; a minus in front = last first. The key when absent.' },
  mobile: { shape: object(mobile), text: 'The card that stands for a row on a narrow screen; from display and columns when absent.' },
  search: { shape: listOf(text, 1), text: 'Fields that a remote select box looks in; the fields of display when absent.' },
}

const section: Keys = {
  title: { shape: text, text: 'Heading, in zh-TW.', required: true },
  fields: { shape: listOf(text, 1), text: 'Fields in their order.', required: true },
}

const relatedList: Keys = {
  of: { shape: text, text: 'The other resource: the name of its file.', required: true },
  by: { shape: text, text: 'The reference of its records that leads here; their list can be narrowed by it.', required: true },
  label: { shape: text, text: 'Heading, in zh-TW; what one such record is called when absent.' },
  columns: { shape: listOf(text, 1), text: 'Columns, of those that its list names; the first of them when absent.' },
}

const rule: Keys = {
  require: {
    shape: conditionRef,
    text: 'What must hold; not asked while a value that it compares (atLeast, atMost) is empty, nor of a record none of whose fields it looks at has changed.',
    required: true,
  },
  when: { shape: conditionRef, text: 'Asked only of records that fulfil this; of all when absent.' },
  message: { shape: text, text: 'What people read who break it, in zh-TW: a whole sentence that says what to do.', required: true },
  at: { shape: text, text: 'The field that the sentence stands at.', required: true },
}

/** The keys of a schema file. */
export const resourceKeys: Keys = {
  $schema: { shape: text, text: 'Path of the JSON Schema, for editors.' },
  label: { shape: text, text: 'Name of the page, in zh-TW.', required: true },
  noun: { shape: text, text: 'What one record is called, in zh-TW; the name of the page without its 設定, 維護, 管理 or 查詢 when absent.' },
  unit: { shape: text, text: 'The word that counts records: 3 筆, 3 個, 3 位. 筆 when absent.' },
  kind: {
    shape: choice(['records', 'report', 'custom', 'planned'], 'a kind of page'),
    text: 'records (when absent): screens over a table. report: a query with a table to read, print and download. custom: written in resources/. planned: not served yet.',
  },
  page: { shape: flag, text: 'false: table, API and references without a page.' },
  menu: { shape: object(menu), text: 'Where the page stands in the admin menu.' },
  endpoints: { shape: object(endpoints), text: 'The generated calls.' },
  key: {
    shape: either(isText, text, listOf(text, 1)),
    text: 'The field or fields that identify a record; SerialId when absent.',
  },
  tenant: {
    shape: choice([...Object.values(tenantFields), 'shared'], 'a tenant'),
    text: `The field that ties a record to its company: ${Object.values(tenantFields).join(' or ')}, whichever the file declares; required where it declares both. shared = every signed-in user may read it.`,
  },
  display: { shape: text, text: 'How a record calls itself: {FeeCode} {FeeName}. The key when absent.' },
  table: { shape: text, text: 'Name of the table; the file name in snake_case when absent.' },
  fields: { shape: later('fields', () => fieldsShape), text: 'The fields by name.' },
  list: { shape: object(list), text: 'The list page.' },
  head: { shape: listOf(text, 1), text: 'Fields that stand large at the top of the detail page, before its sections.' },
  form: { shape: listOf(object(section), 1), text: 'Sections of the form and of the detail page. Absent: one section with every field that people enter.' },
  related: {
    shape: listOf(object(relatedList), 1),
    text: 'Records of other resources that refer to this one: tables on its detail page, for who may see those records.',
  },
  parameters: { shape: later('fields', () => fieldsShape), text: 'What a report asks for, by name: fields with their rules and conditions.' },
  report: { shape: reportShape, text: 'What a page of kind report shows.' },
  import: { shape: importShape, text: 'Records may come from a spreadsheet: upload, mapping, preview, result.' },
  actions: { shape: actionsShape, text: 'What can be done with records beside writing them, by a name in PascalCase.' },
  permissions: { shape: permissionsShape, text: 'What a role may do and see, by role. Absent: as the rights on the page say.' },
  rules: { shape: listOf(object(rule), 1), text: 'What must hold of a record as a whole, each with its own sentence.' },
  allowedWhen: { shape: allowedWhenShape, text: 'Which records can be changed or deleted.' },
  accepted: {
    shape: { ...mapOf(text), json: { type: 'object', propertyNames: { enum: advice }, additionalProperties: text.json } },
    text: 'Advice that is switched off, by id, each with the reason.',
  },
}

/** A schema file as a whole. */
export const resourceShape: Shape = object(resourceKeys)

/** Returns the findings about the form of a file: unknown and missing keys, and values of the wrong shape. */
export const formFindings = (raw: RawObject): readonly Finding[] => resourceShape.check(raw, [])

/** Returns the schema language as JSON Schema, for editors. It is generated from the same declarations that the checks use. */
export const jsonSchema = (): JsonSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A resource of the portal',
  description: 'One admin page, or one table without a page. Made by `npx tsx src/tools/json-schema.ts`.',
  ...resourceShape.json,
  $defs: { common: objectJson(commonKeys), fields: fieldsShape.json, field: fieldJson(), condition: condition.json, expression: expression.json },
})
