import { tenantFields } from '../../../domain/access/roles'
import { enums } from '../../../domain/enums'
import { acceptableAdvice } from '../../checks/problem'
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
  anything,
  eitherShape,
  type Finding,
  flag,
  integerBetween,
  integerFrom,
  isObject,
  isText,
  type JsonSchema,
  listOf,
  mapOf,
  object,
  objectJson,
  oneOfValues,
  type RawObject,
  type SchemaKey,
  type SchemaKeys,
  type Shape,
  scalar,
  shapeReference,
  text,
} from './shape'

const isPeriodFilter = (value: unknown): boolean => isObject(value) && value.period !== undefined

const matches = ['exact', 'startsWith', 'contains', 'in', 'range']

const menu: SchemaKeys = {
  group: {
    shape: oneOfValues(Object.keys(menuGroups), 'a menu group'),
    doc: `Group of the admin menu: ${Object.keys(menuGroups).join(', ')}. Pages of the group bank give companies no rights.`,
    required: true,
  },
  order: { shape: integerFrom(0), doc: 'Position within the group, in ascending order.', required: true },
  icon: { shape: text, doc: 'Name of a Material icon listed in src/admin/icons.ts.', required: true },
}

const endpoints: SchemaKeys = {
  controller: { shape: text, doc: 'Controller of the contract. Default: the file name with a capital letter.' },
  list: {
    shape: object({
      call: {
        shape: text,
        doc: 'A call of the contract that returns a list, such as SKGPortal.SKGBillQuery.',
        required: true,
      },
    }),
    doc: 'The call that returns the list, if several pages share a controller. Default: the list call of the controller.',
  },
  operations: {
    shape: listOf(oneOfValues(operations, 'an operation')),
    doc: 'The generated calls. Default: list, get, create, update and delete; without a page: list and get; of a view or a report: list. A view can also have get, which gives it a detail page, and both can have selectList.',
  },
}

const maxDays: SchemaKey = {
  shape: integerBetween(1, 366),
  doc: 'The longest period of a required range of days. Default: no limit.',
}

const filterValues: Shape = {
  ...anything,
  json: { anyOf: [scalar.json, { type: 'array', items: scalar.json, minItems: 1 }] },
}

const filter: SchemaKeys = {
  field: { shape: text, doc: 'The field, also one of a referenced record: BillSerialId.BillTermId.', required: true },
  match: {
    shape: oneOfValues(matches, 'a way to match'),
    doc: 'Way to match. startsWith compares the beginning of a text, and 4 to 6 digits also with its end; it creates an index for each. Default: that of the field type.',
  },
  default: {
    shape: filterValues,
    doc: 'The value, or values, that apply to queries without a value of this filter. The query form starts with them.',
  },
  required: { shape: flag, doc: 'The list cannot be queried without a value of this filter; a range needs both ends.' },
  sufficient: {
    shape: flag,
    doc: 'A query with a value of this filter needs no required filter. For a reference by SerialId, whose index finds the few records of another record.',
  },
  maxDays,
}

const periodFilter: SchemaKeys = {
  period: { shape: text, doc: 'Name of the parameter that chooses the date, such as DateType.', required: true },
  label: { shape: text, doc: 'Label of this parameter, in zh-TW.', required: true },
  enum: {
    shape: oneOfValues(Object.keys(enums), 'an enum'),
    doc: 'The enum with the texts of its values. Default: the labels of the fields.',
  },
  of: {
    shape: mapOf(text),
    doc: 'The date or datetime field for each value of the parameter. The parameters StartDate and EndDate are the period. Required, except in a report whose rows the server computes: it gets the parameters.',
  },
  required: { shape: flag, doc: 'The list cannot be queried without the period.' },
  maxDays,
}

const tab: SchemaKeys = {
  label: { shape: text, doc: 'Label of the tab, in zh-TW.', required: true },
  where: {
    shape: mapOf(filterValues),
    doc: 'The value, or values, to which the tab sets filters, by field. Default: none; defaults of filters apply.',
  },
}

const tabsOfField: SchemaKeys = {
  each: { shape: text, doc: 'A tab for each option of this field.', required: true },
}

const view: SchemaKeys = {
  label: { shape: text, doc: 'Name of the view, in zh-TW.', required: true },
  where: {
    shape: mapOf(filterValues),
    doc: 'The value, or values, to which the view sets filters, by field. Default: none; defaults of filters apply.',
  },
  sort: { shape: text, doc: 'Field to sort by; a leading minus = descending. Default: that of the list.' },
  columns: { shape: listOf(text, 1), doc: 'The shown columns in display order. Default: those of the list.' },
  opensFor: {
    shape: listOf(oneOfValues(Object.keys(enums.PortalRole), 'a role'), 1),
    doc: 'Roles for which the list opens with this view. Default: none.',
  },
}

const hasEach = (value: unknown): boolean => isObject(value) && value.each !== undefined

const mobile: SchemaKeys = {
  primary: { shape: text, doc: 'First line of the card.', required: true },
  secondary: { shape: listOf(text), doc: 'Second line.' },
  tertiary: { shape: text, doc: 'Text at the right edge.' },
}

const valuesByField = mapOf(listOf(text, 1))

const totalPart: SchemaKeys = {
  label: { shape: text, doc: 'Heading of the sums, in zh-TW.', required: true },
  where: { shape: valuesByField, doc: 'The values that the records of the part have, by field.', required: true },
}

const totalRules: SchemaKeys = {
  except: {
    shape: listOf(mapOf(eitherShape(isText, oneOfValues(['filled'], 'the word'), listOf(text, 1))), 1),
    doc: 'Kinds of records that no sum counts, because other records of the list repeat their amounts. Each is given by the values of its fields, or by "filled" for any value.',
  },
  negative: { shape: valuesByField, doc: 'Records whose amounts are subtracted, by the values of their fields.' },
  parts: { shape: listOf(object(totalPart), 1), doc: 'Parts of the result whose sums are shown apart.' },
  note: { shape: text, doc: 'A sentence about these rules, in zh-TW, shown below the sums.' },
}

const list: SchemaKeys = {
  columns: {
    shape: listOf(text, 1),
    doc: 'Columns in display order. Default: every short field that list rows contain.',
  },
  hidden: { shape: listOf(text, 1), doc: 'Columns that are hidden until the user chooses them.' },
  secondLines: {
    shape: mapOf(text),
    doc: 'Columns that are shown as a small second line in another column, such as {"UploadTime": "UploadUser"}. Default: none.',
  },
  widths: {
    shape: mapOf(integerBetween(60, 400)),
    doc: 'Widths of columns in pixels, such as {"Status": 290}, for hand-written cells. Default: that of the type.',
  },
  quick: {
    shape: listOf(text),
    doc: 'Filters that are buttons beside the search box, at most three. Default: the first choices, references and dates among the filters.',
  },
  filters: {
    shape: listOf(eitherShape(isText, text, eitherShape(isPeriodFilter, object(periodFilter), object(filter)))),
    doc: 'Fields of the query form in display order: a name, {"field", "match", "required", "sufficient", "maxDays", "default"}, or a period of one of several dates.',
  },
  totals: {
    shape: listOf(text),
    doc: 'Amounts whose sums over the whole result are shown, for each currency, with the number of records; empty if sums make no sense, such as those of limits. Default: none.',
  },
  tabs: {
    shape: eitherShape(isText, text, listOf(eitherShape(hasEach, object(tabsOfField), object(tab)), 1)),
    doc: 'Tabs above the result, each with the number of its records: a field, for 全部 and a tab for each of its options, or a list of tabs. The fields are filters.',
  },
  views: {
    shape: listOf(object(view), 1),
    doc: 'Queries with a name, which the menu of views offers beside those that users save; one may open the list for a role.',
  },
  totalRules: { shape: object(totalRules), doc: 'What the sums count. Default: every record, each amount as it is.' },
  sort: { shape: text, doc: 'Field to sort by; a leading minus = descending. Default: the key.' },
  mobile: {
    shape: object(mobile),
    doc: 'The card that replaces a row on a narrow screen. Default: derived from display and columns.',
  },
  search: {
    shape: listOf(text, 1),
    doc: 'Fields that the search box of the list and remote select boxes search. Default: the fields of display.',
  },
}

const section: SchemaKeys = {
  title: { shape: text, doc: 'Heading, in zh-TW.', required: true },
  fields: { shape: listOf(text, 1), doc: 'Fields in display order.', required: true },
}

const relatedList: SchemaKeys = {
  of: { shape: text, doc: 'The other resource: the name of its file.', required: true },
  by: {
    shape: text,
    doc: 'The field of the other resource that refers to this one; its list must have a filter on it.',
  },
  match: {
    shape: mapOf(text),
    doc: 'Instead of by: the fields of this resource with whose values the list is filtered, by the fields of the other resource. An empty value does not filter. A date becomes a period of one day.',
  },
  label: { shape: text, doc: 'Heading, in zh-TW. Default: the noun of the other resource.' },
  columns: { shape: listOf(text, 1), doc: 'Columns of its list. Default: the first ones.' },
  head: {
    shape: mapOf(text),
    doc: 'Totals of its list that are shown at the top of the detail page: the label, in zh-TW, by field.',
  },
}

const rule: SchemaKeys = {
  require: {
    shape: conditionRef,
    doc: 'The condition that must hold. It is not evaluated while a compared value (atLeast, atMost) is empty, nor for a change that leaves all its fields unchanged.',
    required: true,
  },
  when: { shape: conditionRef, doc: 'Restricts the rule to records that fulfil this condition. Default: all.' },
  message: {
    shape: text,
    doc: 'The message for records that break the rule, in zh-TW: a whole sentence that says what to do.',
    required: true,
  },
  at: { shape: text, doc: 'The field at which the message is shown.', required: true },
}

/** The keys of a schema file. */
export const resourceKeys: SchemaKeys = {
  $schema: { shape: text, doc: 'Path of the JSON Schema, for editors.' },
  label: { shape: text, doc: 'Name of the page, in zh-TW.', required: true },
  description: {
    shape: text,
    doc: 'What the page is for, in one or two sentences in zh-TW. The help of the page shows it.',
  },
  noun: {
    shape: text,
    doc: 'Name of one record, in zh-TW. Default: the label without 設定, 維護, 管理 or 查詢 at its end.',
  },
  unit: { shape: text, doc: 'Measure word for records: 3 筆, 3 個, 3 位. Default: 筆.' },
  kind: {
    shape: oneOfValues(['records', 'view', 'report', 'custom'], 'a kind of page'),
    doc: 'records (default): generated screens over a table. view: a list of the records of another resource. report: a list to read, print and download, with subtotals. custom: a screen written in resources/.',
  },
  of: { shape: text, doc: 'The resource whose records a view or a report lists: the name of its file.' },
  where: {
    shape: mapOf(listOf(text, 1)),
    doc: 'The values that the records of a view or a report have, by field. Default: all records.',
  },
  page: { shape: flag, doc: 'false: the resource has a table, an API and references, but no page.' },
  menu: { shape: object(menu), doc: 'Position of the page in the admin menu.' },
  endpoints: { shape: object(endpoints), doc: 'The generated calls.' },
  key: {
    shape: eitherShape(isText, text, listOf(text, 1)),
    doc: 'The field or fields that identify a record. Default: SerialId.',
  },
  tenant: {
    shape: oneOfValues([...Object.values(tenantFields), 'shared'], 'a tenant'),
    doc: `The field that ties a record to its company: ${Object.values(tenantFields).join(' or ')}. Default: the one of these fields that the file declares; required if it declares both. shared = every signed-in user may read the records.`,
  },
  display: { shape: text, doc: "Template of a record's display text: {FeeCode} {FeeName}. Default: the key." },
  title: {
    shape: text,
    doc: 'Template of the heading of the detail page, such as {Amount} · {PayerName}. A part in [brackets] is omitted if one of its values is empty. Default: the display text.',
  },
  subtitle: { shape: text, doc: 'Template of the line below the heading of the detail page. Default: none.' },
  table: { shape: text, doc: 'Name of the table. Default: the file name in snake_case.' },
  was: { shape: text, doc: 'The former name of the file; its table is renamed and keeps its records.' },
  fields: { shape: shapeReference('fields', () => fieldsShape), doc: 'The fields by name.' },
  list: { shape: object(list), doc: 'The list page.' },
  find: {
    shape: listOf(text, 1),
    doc: 'Filters of the list, with a match of texts, by which the search from everywhere finds records. Default: it finds none.',
  },
  head: { shape: listOf(text, 1), doc: 'Fields shown large at the top of the detail page.' },
  form: {
    shape: listOf(object(section), 1),
    doc: 'Sections of the form and of the detail page. Default: one section with every field that users enter.',
  },
  detail: {
    shape: listOf(object(section), 1),
    doc: 'Further sections of the detail page, below those of the form, each shown only while one of its fields has a value. Other fields are under 系統資訊.',
  },
  related: {
    shape: listOf(object(relatedList), 1),
    doc: 'Lists of records of other resources that refer to this one, on the detail page, for users with read access to those records.',
  },
  parameters: {
    shape: shapeReference('fields', () => fieldsShape),
    doc: 'The parameters from which the server computes the rows of a report with fields, by name. Filters name them like fields.',
  },
  report: { shape: reportShape, doc: 'What a page of kind report adds to its list.' },
  import: {
    shape: importShape,
    doc: 'The import of records from a spreadsheet, with upload, column mapping, preview and result.',
  },
  actions: { shape: actionsShape, doc: 'Operations on records besides the standard ones, by a name in PascalCase.' },
  permissions: { shape: permissionsShape, doc: 'What each role may do and view. Default: its rights on the page.' },
  rules: {
    shape: listOf(object(rule), 1),
    doc: 'Conditions that every record must fulfil, each with its own message.',
  },
  allowedWhen: { shape: allowedWhenShape, doc: 'The records that can be changed or deleted.' },
  accepted: {
    shape: {
      ...mapOf(text),
      json: { type: 'object', propertyNames: { enum: acceptableAdvice }, additionalProperties: text.json },
    },
    doc: 'Advice to switch off, by id, each with a reason.',
  },
}

/** The shape of a whole schema file. */
export const resourceShape: Shape = object(resourceKeys)

/** Returns the mistakes in the shape of a schema file: unknown keys, missing keys and invalid values. */
export const shapeFindings = (raw: RawObject): readonly Finding[] => resourceShape.check(raw, [])

/**
 * Returns the schema language as JSON Schema, for editors.
 * It is generated from the same declarations that the checks use.
 */
export const jsonSchema = (): JsonSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A resource of the portal',
  description: 'One admin page, or one table without a page. Generated by `npx tsx src/tools/json-schema.ts`.',
  ...resourceShape.json,
  $defs: {
    common: objectJson(commonKeys),
    fields: fieldsShape.json,
    field: fieldJson(),
    condition: condition.json,
    expression: expression.json,
  },
})
