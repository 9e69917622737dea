import type { ConditionContext, RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { type Field, fieldNamed, type ListField } from '../../schema/language/types'
import { serialId, standardNames } from '../../schema/load/standard-fields'
import { hiddenFields } from '../../schema/rules/conditional'
import { fieldViewOf } from '../fields/registry'
import { isInRail } from './RecordRail'

/** A section of a detail page. */
export interface DetailSection {
  readonly title: string
  readonly fields: readonly Field[]
}

/** The fields of a detail page by the part of the page that shows them. */
export interface DetailParts {
  readonly highlights: readonly Field[]
  readonly lists: readonly ListField[]
  readonly sections: readonly DetailSection[]
  /** The records to which the record refers, and values that users copy. */
  readonly rail: readonly Field[]
  /** The fields that no section names: most are set by the system. */
  readonly system: readonly Field[]
}

/**
 * Returns the fields of a detail page by part.
 * The sections are those of the form and those that only the detail page has.
 */
export const detailParts = (
  resource: Resource,
  record: RecordValues,
  { context, omitted }: { readonly context: ConditionContext; readonly omitted: readonly string[] },
): DetailParts => {
  const hidden = hiddenFields(resource.fields, record, context)
  const shown = resource.fields.filter((field) => !hidden.includes(field) && !omitted.includes(field.name))
  const named = (names: readonly string[]) => names.flatMap((name) => fieldNamed(shown, name) ?? [])
  const state = stateField(resource)
  const declared = [
    ...resource.form.map(({ title, fields }) => ({ title, fields: named(fields) })),
    ...resource.detail.map(({ title, fields }) => ({ title, fields: named(fields) })).filter(hasValue(record)),
  ]
  const inSections = declared.flatMap(({ fields }) => fields)
  const others = shown.filter((field) => !inSections.includes(field) && !isShownApart(field))
  const all = [...inSections, ...others]
  const isElsewhere = (field: Field) =>
    field === state || field.type === 'rows' || isInRail(field) || resource.highlights.includes(field.name)
  return {
    // The heading shows the state.
    highlights: named(resource.highlights).filter((field) => field !== state),
    lists: all.filter((field) => field.type === 'rows'),
    rail: all.filter(isInRail),
    sections: declared
      .map(({ title, fields }) => ({ title, fields: fields.filter((field) => !isElsewhere(field)) }))
      .filter(({ fields }) => fields.length > 0),
    system: others.filter((field) => !isElsewhere(field)),
  }
}

/**
 * Returns whether the line about the creation and the last change shows a field, or only the filters of the list use it:
 * a field of a referenced record.
 */
const isShownApart = ({ name, through }: Field): boolean =>
  standardNames.includes(name) || name === serialId.name || through !== undefined

const hasValue =
  (record: RecordValues) =>
  ({ fields }: DetailSection): boolean =>
    fields.some((field) => fieldViewOf(field).text(field, record) !== '')

/** Returns the field with the state of a record: the third one of its card on a phone, or the first highlight with options. */
export const stateField = ({ fields, list, highlights }: Resource): Field | undefined =>
  [list.mobile.tertiary, ...highlights].map((name) => fieldNamed(fields, name)).find((field) => field?.type === 'enum')
