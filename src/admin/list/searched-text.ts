import { isShownReference } from '../../schema/field-types'
import type { Resource } from '../../schema/language/resource'
import { isObject } from '../../schema/language/shapes/shape'
import type { Field } from '../../schema/language/types'
import { isEmpty } from '../../schema/rules/condition'
import { filterField } from '../../schema/rules/list-filters'
import { isNumeric, valueText } from '../../schema/text/value-text'

/** Returns the conditions of a query as text: 帳單編號「B202611」、繳款截止日 2026/11/01～2026/11/30、應繳金額 1,000 以上. */
export const searchedText = (resource: Resource, values: Readonly<Record<string, unknown>>): string =>
  resource.list.filters
    .flatMap((filter) => {
      const name = filter.field
      const field = filterField(resource, filter)
      return field && !isEmpty(values[name]) ? [`${field.label}${conditionText(field, values[name])}`] : []
    })
    .join('、')

const conditionText = (field: Field, value: unknown): string => {
  if (isObject(value)) return ` ${rangeText(field, value)}`
  // The number of a record means nothing to users.
  if (isShownReference(field) && field.storedAs === 'bigint') return '（已選擇）'
  return [value]
    .flat()
    .map((one) => `「${textOf(field, one)}」`)
    .join('')
}

const rangeText = (field: Field, { from, to }: Readonly<Record<string, unknown>>): string => {
  const [above, below] = isNumeric(field) ? ['以上', '以下'] : ['起', '止']
  if (isEmpty(to)) return `${textOf(field, from)} ${above}`
  return isEmpty(from) ? `${textOf(field, to)} ${below}` : `${textOf(field, from)}～${textOf(field, to)}`
}

const textOf = (field: Field, value: unknown): string => valueText(field, { [field.name]: value })
