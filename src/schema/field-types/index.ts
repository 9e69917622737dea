import type { Field, FieldType } from '../types'
import { bankAccount } from './bank-account'
import { barcode } from './barcode'
import { boolean } from './boolean'
import { computed } from './computed'
import { count } from './count'
import { date } from './date'
import { datetime } from './datetime'
import { email } from './email'
import { enumType } from './enum'
import { enumList } from './enum-list'
import type { FieldTypeRules } from './field-type'
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

const types = {
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
  enum: enumType,
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
} satisfies { readonly [T in FieldType]: FieldTypeRules<FieldOf<T>> }

// Several types share one interface, so that its `type` is a union; Extract would find nothing.
type FieldOf<T extends FieldType, F = Field> = F extends { readonly type: infer U } ? (T extends U ? F : never) : never

/** Every type of field, in the order of the handbook. */
export const fieldTypes: readonly FieldType[] = Object.keys(types).filter((name): name is FieldType => Object.hasOwn(types, name))

/** The rules of a type. A field is only ever handed to the rules of its own type, which the compiler cannot follow through the union. */
export const rulesOf = (type: FieldType): FieldTypeRules<Field> => types[type] as unknown as FieldTypeRules<Field>

/** Whether a word in a file is a type of field. */
export const isFieldType = (word: unknown): word is FieldType => typeof word === 'string' && Object.hasOwn(types, word)
