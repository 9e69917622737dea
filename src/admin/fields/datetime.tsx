import { dateTimeText } from '../../browser/format'
import type { DateField } from '../../schema/types'
import { date } from './date'
import type { FieldView } from './field-view'

/** A moment, which the server writes; a query asks for days. */
export const datetime: FieldView<DateField> = {
  ...date,
  text: ({ name }, row) => {
    const value = row[name]
    return typeof value === 'string' ? dateTimeText(value) : ''
  },
}
