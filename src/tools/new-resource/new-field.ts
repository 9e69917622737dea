import { enums } from '../../domain/enums'
import { didYouMean } from '../../schema/checks/check-messages'
import { fieldTypes, isFieldType, rulesOf } from '../../schema/field-types'
import type { RawObject } from '../../schema/language/shapes/shape'
import type { FieldType } from '../../schema/language/types'
import { NewResourceRefusal } from './refusal'

/** A field of a new schema file. */
export interface NewField {
  readonly name: string
  readonly type: FieldType
  readonly raw: RawObject
}

/** Reads a field such as `CouponCode:string(10)!=優惠券代碼`. */
export const readField = (text: string): NewField => {
  const [, first = '', rest = '', type = '', inner = '', required, label] = /^([A-Za-z])(\w*):(\w+)(?:\((.*)\))?(!)?(?:=(.+))?$/.exec(text) ?? []
  const name = first.toUpperCase() + rest
  if (name === '') throw new NewResourceRefusal(`'${text}' is not a field. Write it like CouponCode:string(10)!=優惠券代碼.`)
  if (!isFieldType(type))
    throw new NewResourceRefusal(`${name}: '${type}' is not a type of field. ${didYouMean(type, fieldTypes) ?? `Types: ${fieldTypes.join(', ')}.`}`)
  const raw = { type, label: label ?? name, ...(required ? { required: true } : {}), ...settingsOf(name, type, inner), ...personalOf(name, type) }
  return { name, type, raw }
}

const settingsOf = (name: string, type: FieldType, inner: string): RawObject => {
  switch (type) {
    case 'string':
    case 'text':
      return { max: Number(inner || (type === 'text' ? 200 : 40)) }
    case 'enum':
    case 'enumList':
      return Object.hasOwn(enums, inner) ? { enum: inner } : { options: optionsOf(name, inner) }
    case 'reference':
      return { to: needed(name, inner, 'the resource it refers to, such as reference(billTerm)') }
    case 'referenceList':
      return { to: needed(name, inner, 'the resource it refers to, such as referenceList(Agreement)'), max: 20 }
    case 'file':
      throw new NewResourceRefusal(
        `${name}: no generated form sends files; a screen and a call of your own do. Leave it out, or take image for a small picture.`,
      )
    case 'rows':
    case 'count':
      throw new NewResourceRefusal(
        `${name}: a field of type ${type} says more than fits on a command line. Leave it out, and write it into the file afterwards.`,
      )
    default:
      return {}
  }
}

const optionsOf = (name: string, inner: string): Readonly<Record<string, string>> => {
  const pairs = needed(name, inner, 'its codes, such as enum(Amount=折抵金額,Gift=贈品), or an enum of src/domain/enums.ts').split(',')
  return Object.fromEntries(pairs.map((pair) => [pair.split('=')[0]?.trim() ?? '', (pair.split('=')[1] ?? pair).trim()]))
}

const needed = (name: string, inner: string, what: string): string => {
  if (inner.trim() === '') throw new NewResourceRefusal(`${name} needs ${what}.`)
  return inner.trim()
}

// What sounds like a person's is masked unless somebody decides otherwise.
const personalOf = (name: string, type: FieldType): RawObject => {
  const named = type !== 'string' ? undefined : /^(Payer|User|Contact|Owner)Name$/.test(name) ? 'name' : /Address$/.test(name) ? 'address' : undefined
  const personal = rulesOf(type).personal ?? named
  return personal ? { personal } : {}
}
