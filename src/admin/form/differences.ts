import { formViewFor } from '../../schema/access/form-view'
import type { RecordValues } from '../../schema/language/language'
import type { RoleView } from '../../schema/language/resource'
import { type Field, isEntered } from '../../schema/language/types'
import { visibleValues } from '../../schema/rules/conditional'
import { itemsOf } from '../../schema/rules/list-items'
import { isSameValue } from '../../schema/rules/record-rules'
import { valueText } from '../../schema/text/value-text'
import { fieldViewOf } from '../fields/registry'
import { conditionContextNow } from '../hooks/condition-context'
import { existingRecordValues } from './form-values'

/** Whose value of a field is saved: the one of the form, or the one that is stored. */
export type Side = 'mine' | 'theirs'

/** A field of a form whose value differs from the stored one. */
export interface Difference {
  readonly field: Field
  readonly mine: { readonly value: unknown; readonly text: string }
  readonly theirs: { readonly value: unknown; readonly text: string }
  /** The value of the user who has changed the field; that of the form if both have. */
  readonly proposed: Side
  /** Whether the stored value is another one than when the form opened. */
  readonly isChangedByThem: boolean
  /** Whether the items of the form belong to other positions than those that are stored, so that they cannot be saved. */
  readonly isOutdated: boolean
}

interface Versions {
  /** The record as it was when the form opened. */
  readonly base: RecordValues
  /** The values of the form. */
  readonly mine: RecordValues
  /** The record as it is stored now. */
  readonly theirs: RecordValues
}

/** Returns the fields that users enter in a form and whose values differ, in the order of the form. */
export const differencesOf = (resource: RoleView, versions: Versions): readonly Difference[] => {
  const context = conditionContextNow()
  const base = existingRecordValues(resource, versions.base)
  const mine = visibleValues(resource.fields, versions.mine, context)
  const theirs = visibleValues(resource.fields, existingRecordValues(resource, versions.theirs), context)
  return formViewFor(resource, 'update')
    .sections.flatMap(({ fields }) => fields)
    .filter(({ field, isFixed }) => isEntered(field) && !isFixed && !isSameValue(mine[field.name], theirs[field.name]))
    .map(({ field }): Difference => {
      const { name } = field
      const isChangedByMe = !isSameValue(mine[name], base[name])
      const isChangedByThem = !isSameValue(theirs[name], base[name])
      const isOutdated = hasItemIds(field, mine[name]) && isChangedByThem
      return {
        field,
        mine: { value: mine[name], text: textOf(field, mine, isChangedByMe ? {} : versions.base) },
        theirs: { value: theirs[name], text: textOf(field, theirs, versions.theirs) },
        proposed: isChangedByMe && !isOutdated ? 'mine' : 'theirs',
        isChangedByThem,
        isOutdated,
      }
    })
}

// The ids of items are positions, so after a change by another user they may belong to other items.
const hasItemIds = ({ type }: Field, value: unknown): boolean =>
  type === 'rows' && itemsOf(value).some(({ id }) => id !== undefined)

/** Returns the text of a value; `labelled` is the record with the texts of its codes. */
const textOf = (field: Field, values: RecordValues, labelled: RecordValues): string => {
  const record = { ...labelled, ...values, Labels: labelled.Labels }
  if (field.type !== 'rows') return fieldViewOf(field).text(field, record)
  return itemsOf(values[field.name])
    .map((item) =>
      field.fields
        .map((column) => valueText(column, { ...values, ...item }))
        .filter(Boolean)
        .join(' '),
    )
    .join('\n')
}
