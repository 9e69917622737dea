import type { Field, FieldType } from '../../schema/types'
import { bankAccount } from './bank-account'
import { barcode } from './barcode'
import { boolean } from './boolean'
import { computed } from './computed'
import { count } from './count'
import { date } from './date'
import { datetime } from './datetime'
import { email } from './email'
import { enumView } from './enum'
import { enumList } from './enum-list'
import type { FieldOf, FieldView } from './field-view'
import { file } from './file'
import { idNo } from './id-no'
import { image } from './image'
import { integer } from './integer'
import { json } from './json'
import { landline } from './landline'
import { mobile } from './mobile'
import { money } from './money'
import { month } from './month'
import { percent } from './percent'
import { phone } from './phone'
import { reference } from './reference'
import { referenceList } from './reference-list'
import { rows } from './rows'
import { string } from './string'
import { text } from './text'
import { time } from './time'
import { uniformNo } from './uniform-no'
import { url } from './url'
import { virtualAccount } from './virtual-account'
import { zipCode } from './zip-code'

/** The view of each type of field; the compiler names a type that has none. */
type Views = { readonly [T in FieldType]: FieldView<FieldOf<T>> }

/** The view of a field. It is only ever handed fields of its own type, which the compiler cannot follow through the union. */
export const viewOf = <F extends Field>({ type }: F): FieldView<F> => views()[type] as unknown as FieldView<F>

/** Where a field's values stand in a column: numbers at the right. */
export const alignOf = (field: Field): 'right' | 'left' =>
  field.type === 'computed' ? (field.as === 'string' || field.as === 'date' ? 'left' : 'right') : (viewOf(field).align ?? 'left')

// A function, because rows show fields of every type and so need this table themselves.
const views = (): Views => ({
  string,
  text,
  integer,
  money,
  percent,
  date,
  datetime,
  month,
  time,
  boolean,
  enum: enumView,
  enumList,
  reference,
  referenceList,
  rows,
  email,
  mobile,
  landline,
  phone,
  uniformNo,
  idNo,
  bankAccount,
  zipCode,
  url,
  virtualAccount,
  barcode,
  file,
  image,
  json,
  computed,
  count,
})
