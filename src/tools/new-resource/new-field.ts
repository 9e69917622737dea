import { enums } from '../../domain/enums'
import { didYouMean } from '../../schema/checks/check-messages'
import { fieldTypes, isFieldType, rulesOf } from '../../schema/field-types'
import type { RawObject } from '../../schema/language/shapes/shape'
import type { FieldType } from '../../schema/language/types'
import { OperatorError } from '../../server/node/operator-error'

/** A field of a new schema file. */
export interface NewField {
  readonly name: string
  readonly type: FieldType
  /** The declaration of the field in the schema file. */
  readonly raw: RawObject
}

/** Reads a field such as `CouponCode:string(10)!=優惠券代碼`. */
export const readField = (text: string): NewField => {
  const [, firstLetter = '', otherLetters = '', type = '', argument = '', required, label] =
    /^([A-Za-z])(\w*):(\w+)(?:\((.*)\))?(!)?(?:=(.+))?$/.exec(text) ?? []
  const name = firstLetter.toUpperCase() + otherLetters
  if (name === '') throw new OperatorError(`'${text}' is not a field. Write it like CouponCode:string(10)!=優惠券代碼.`)
  if (!isFieldType(type))
    throw new OperatorError(
      `${name}: '${type}' is not a type of field. ${didYouMean(type, fieldTypes) ?? `Types: ${fieldTypes.join(', ')}.`}`,
    )
  const raw = {
    type,
    label: label ?? name,
    ...(required ? { required: true } : {}),
    ...settingsOf(name, type, argument),
    ...personalOf(name, type),
  }
  return { name, type, raw }
}

const settingsOf = (name: string, type: FieldType, argument: string): RawObject => {
  switch (type) {
    case 'string':
    case 'text':
      return { max: Number(argument || (type === 'text' ? 200 : 40)) }
    case 'enum':
    case 'enumList':
      return Object.hasOwn(enums, argument) ? { enum: argument } : { options: optionsOf(name, argument) }
    case 'reference':
      return { to: requireArgument(name, argument, 'the resource it refers to, such as reference(billTerm)') }
    case 'referenceList':
      return {
        to: requireArgument(name, argument, 'the resource it refers to, such as referenceList(Agreement)'),
        max: 20,
      }
    case 'file':
      throw new OperatorError(
        `${name}: generated forms cannot upload files; that needs a hand-written screen and a call. Leave the field out, or use image for a small image.`,
      )
    case 'rows':
    case 'count':
      throw new OperatorError(
        `${name}: a field of type ${type} is too complex for the command line. Leave it out, and add it to the file afterwards.`,
      )
    default:
      return {}
  }
}

const optionsOf = (name: string, argument: string): Readonly<Record<string, string>> => {
  const pairs = requireArgument(
    name,
    argument,
    'its codes, such as enum(Amount=折抵金額,Gift=贈品), or an enum of src/domain/enums.ts',
  ).split(',')
  return Object.fromEntries(
    pairs.map((pair) => [pair.split('=')[0]?.trim() ?? '', (pair.split('=')[1] ?? pair).trim()]),
  )
}

/** Returns the argument in parentheses. If it is empty, throws an error that names what the field needs. */
const requireArgument = (name: string, argument: string, needed: string): string => {
  if (argument.trim() === '') throw new OperatorError(`${name} needs ${needed}.`)
  return argument.trim()
}

// The class of personal data determines the mask.
// It is the usual class of the type, otherwise the class that the name suggests.
const personalOf = (name: string, type: FieldType): RawObject => {
  const personal = rulesOf(type).usualPersonalData ?? (type === 'string' ? personalByName(name) : undefined)
  return personal ? { personal } : {}
}

const personalByName = (name: string): 'name' | 'address' | undefined => {
  if (/^(Payer|User|Contact|Owner)Name$/.test(name)) return 'name'
  return /Address$/.test(name) ? 'address' : undefined
}

/** An action of a new schema file. It writes fixed values and inputs. */
export interface NewAction {
  readonly name: string
  readonly label: string
  readonly set: Readonly<Record<string, string | number | boolean>>
  /** The inputs of the action. Each is stored in the field of the same name. */
  readonly inputs: readonly NewField[]
}

/**
 * Reads an action of the form `Name=label:values?inputs`, such as
 * `Stop=停用:CouponStatus=Inactive?StopReason:text(100)!=停用原因;StopDate:date=停用日`.
 */
export const readAction = (text: string): NewAction => {
  const [, firstLetter = '', otherLetters = '', label = '', values = '', inputs = ''] =
    /^([A-Za-z])(\w*)=([^:?]+):([^?]*)(?:\?(.+))?$/.exec(text) ?? []
  const pairs = values === '' ? [] : values.split(',').map((pair) => pair.split('='))
  if (firstLetter === '' || pairs.some((pair) => pair.length !== 2) || (values === '' && inputs === ''))
    throw new OperatorError(
      `'${text}' is not an action. Write it like Stop=停用:Status=Inactive, or Stop=停用:Status=Inactive?StopReason:text!=停用原因.`,
    )
  return {
    name: firstLetter.toUpperCase() + otherLetters,
    label,
    set: Object.fromEntries(pairs.map(([field = '', value = '']) => [field.trim(), parseSetValue(value.trim())])),
    inputs: inputs === '' ? [] : inputs.split(';').map((input) => readField(input.trim())),
  }
}

/**
 * Changes the fields as the actions require: an enum or boolean that an action writes becomes read-only in forms, and
 * an input without a field gets one.
 */
export const withActionFields = (fields: readonly NewField[], actions: readonly NewAction[]): readonly NewField[] => {
  const writtenNames = actions.flatMap(({ set }) => Object.keys(set))
  const inputFields = actions
    .flatMap(({ inputs }) => inputs)
    .filter(({ name }, index, all) => all.findIndex((other) => other.name === name) === index)
  return [
    ...fields.map((field) => (writtenNames.includes(field.name) && isState(field) ? asStateField(field) : field)),
    ...inputFields
      .filter(({ name }) => !fields.some((field) => field.name === name))
      .map((field) => ({ ...field, raw: { ...withoutRequired(field), readOnly: true } })),
  ]
}

const isState = ({ type }: NewField): boolean => type === 'enum' || type === 'boolean'

const asStateField = (field: NewField): NewField => ({
  ...field,
  raw: { ...withoutRequired(field), readOnly: true, default: initialState(field) },
})

const withoutRequired = ({ raw: { required: _, ...raw } }: NewField): RawObject => raw

/** Returns the state of a new record. */
const initialState = ({ type, raw }: NewField): string | boolean | undefined => {
  if (type === 'boolean') return false
  const enumTexts = Object.entries(enums).find(([name]) => name === raw.enum)?.[1]
  return Object.keys(enumTexts ?? raw.options ?? {})[0]
}

/**
 * Returns the declaration of an action for one record or several.
 * The action needs a confirmation.
 * If it writes states, it is allowed only if it would change one of them.
 */
export const actionOf = (
  { label, set, inputs }: NewAction,
  { display, unit, fields }: { readonly display: string; readonly unit: string; readonly fields: readonly NewField[] },
): RawObject => {
  const newStates = Object.entries(set).filter(([name]) =>
    fields.some((field) => field.name === name && isState(field)),
  )
  const conditions = newStates.map(([field, is]) => ({ not: { field, is } }))
  return {
    label,
    icon: 'FactCheck',
    on: ['row', 'bulk'],
    ...(inputs.length > 0 ? { inputs: Object.fromEntries(inputs.map(({ name, raw }) => [name, raw])) } : {}),
    set: { ...set, ...Object.fromEntries(inputs.map(({ name }) => [name, { input: name }])) },
    ...(conditions.length > 0 ? { allowedWhen: conditions.length === 1 ? conditions[0] : { any: conditions } } : {}),
    confirm: {
      one: `確定要${label}${display ? ` ${display} ` : '這筆資料'}嗎？`,
      many: `確定要${label}這 {count} ${unit}資料嗎？`,
    },
    success: { one: `${display ? `${display} ` : ''}已${label}。`, many: `已${label} {count} ${unit}資料。` },
  }
}

const parseSetValue = (text: string): string | number | boolean => {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d{1,9}$/.test(text) ? Number(text) : text
}
