import { isUniformNo } from '../../../src/domain/identifiers/id-no'
import { rulesOf } from '../../../src/schema/field-types'
import type { ParseContext } from '../../../src/schema/field-types/field-type'
import type { Resource } from '../../../src/schema/language/resource'
import {
  type Field,
  isEntered,
  type RecordValues,
  type ReferenceField,
  type RoleField,
} from '../../../src/schema/language/types'
import type { SchemaSet } from '../../../src/schema/load/schema-set'
import { availableOptions, hiddenFields, visibleValues } from '../../../src/schema/rules/conditional'
import { referencePath } from '../../../src/schema/rules/related'
import { whiteListRow } from '../payments/white-list'
import { samples } from './samples'

interface Maker {
  readonly schemas: SchemaSet
  /** Creates a record in the database; returns it with its key. */
  readonly record: (resource: string, values: RecordValues) => Promise<RecordValues>
  /** Existing records by resource; references use these instead of new records. */
  readonly existing: Readonly<Record<string, RecordValues>>
}

/** The record to create: each `n` gives a different one; `enteredOnly` omits the fields that the server fills. */
interface RecordOptions {
  readonly n: number
  readonly enteredOnly: boolean
}

export type MakeRecord = (resource: Resource, options: RecordOptions) => Promise<RecordValues>

/**
 * Returns a function that generates the values of new records of any resource from its schema, and creates the records
 * that they refer to.
 */
export const recordMaker = (maker: Maker): MakeRecord => {
  const made = new Map<string, Promise<RecordValues>>()
  const recordOf = (to: string, n: number): Promise<RecordValues> => {
    const name = `${to} ${n}`
    const record =
      made.get(name) ??
      make(maker.schemas.get(to), { n, enteredOnly: false }).then((values) => maker.record(to, values))
    made.set(name, record)
    return record
  }
  // Referenced records have numbers from `firstRelated` on, so that they never equal the records under test; they
  // themselves have only required references.
  const relatedTo = async (resource: Resource, fields: readonly Field[], n: number): Promise<Related> => {
    const references = [...fields, ...fields.flatMap((field) => (field.type === 'rows' ? field.fields : []))].filter(
      isReference,
    )
    const others = references
      .filter(({ to, required }) => to !== resource.name && (required || n < firstRelated))
      .map(({ to }) => to)
    const number = n < firstRelated ? n + firstRelated : n
    return Object.fromEntries(
      await Promise.all(others.map(async (to) => [to, maker.existing[to] ?? (await recordOf(to, number))] as const)),
    )
  }
  const make: MakeRecord = async (resource, options) => {
    const known = bodies[resource.endpoints.controller]?.(options.n)
    if (known) return options.enteredOnly ? known : { ...defaultValues(resource), ...known }
    const fields = resource.fields.filter((field) => isMade(field, options))
    const related = await relatedTo(resource, fields, options.n)
    return fitted(resource.fields, valuesOf(fields, options, { related, fields, key: resource.key }), options.n)
  }
  return make
}

const firstRelated = 500

/** Referenced records by resource. */
type Related = Readonly<Record<string, RecordValues>>

/** Bodies of resources whose fields depend on each other in ways that their schemas do not declare. */
const bodies: Readonly<Record<string, (n: number) => RecordValues>> = {
  ...samples,
  WhiteList: whiteListRow,
  PortalUser: (n) => ({
    UserId: `person${n}`,
    UserName: `王大明${n}`,
    RoleId: 'CustomerMaker',
    ApplyCodes: ['77001'],
    Email: `p${n}@example.com`,
    Mobile: `09123456${n}`,
  }),
}

/** Returns the default values of read-only fields. */
const defaultValues = ({ fields }: Resource): RecordValues =>
  Object.fromEntries(
    fields.flatMap((field) => (field.readOnly && field.default !== undefined ? [[field.name, field.default]] : [])),
  )

const isReference = (field: Field): field is ReferenceField =>
  field.type === 'reference' || field.type === 'referenceList'

const isMade = (field: RoleField, { enteredOnly }: RecordOptions): boolean =>
  enteredOnly
    ? isEntered(field) && field.writable !== false
    : field.name !== 'SerialId' && field.type !== 'count' && field.type !== 'computed' && !field.virtual

const valuesOf = (fields: readonly Field[], options: RecordOptions, inputs: ValueInputs): RecordValues =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = valueFor(field, options, inputs)
      return value === undefined ? [] : [[field.name, value]]
    }),
  )

interface ValueInputs {
  readonly related: Related
  readonly fields: readonly Field[]
  readonly key: readonly string[]
}

/** Returns a value of the field; undefined if it cannot have one. */
const valueFor = (field: Field, options: RecordOptions, inputs: ValueInputs): unknown => {
  if (field.name === 'UniformNo' && !options.enteredOnly && !inputs.key.includes(field.name)) return '90000017'
  if (field.type === 'uniformNo') return uniformNo(options.n)
  if (isReference(field)) {
    const value = inputs.related[field.to]?.[field.by]
    return value === undefined || field.type === 'reference' ? value : [value]
  }
  if (field.type === 'rows') return Array.from({ length: field.min }, () => rowOf(field.fields, options, inputs))
  if ('lengthOf' in field && field.lengthOf) {
    const length = Number(referencedValue(field.lengthOf, inputs) ?? 0)
    return length === 0 ? undefined : validSample({ ...field, min: length, max: length }, options.n)
  }
  if ('within' in field && field.within) {
    const allowed = [referencedValue(field.within, inputs) ?? []].flat()
    return field.type === 'enum' ? allowed[options.n % allowed.length] : allowed.slice(0, Math.max(1, field.min))
  }
  return validSample(field, options.n)
}

const rowOf = (fields: readonly Field[], options: RecordOptions, inputs: ValueInputs): RecordValues => {
  const made = fields.filter((field) => isMade(field, options))
  return fitted(fields, valuesOf(made, options, inputs), options.n)
}

/** Returns a value of the referenced record by a path such as `ApplyCode.TermNoLen`. */
const referencedValue = (rule: string, { fields, related }: ValueInputs): unknown => {
  const [reference, name] = referencePath(rule)
  const field = fields.find((candidate) => candidate.name === reference)
  return field && isReference(field) ? related[field.to]?.[name] : undefined
}

/** Returns a valid sample of the field; some samples are too long for the limits of the schema. */
const validSample = (field: Field, n: number): unknown => {
  const value = [n, n - 20, n + 20, n + 40, ...Array.from({ length: 10 }, (_, seed) => seed)]
    .map((seed) => rulesOf(field.type).sample(field, Math.abs(seed)))
    .find((sample) => 'value' in rulesOf(field.type).parse(sample, field, context))
  if (value === undefined && field.required)
    throw new Error(`No sample of ${field.name} (${field.type}) passes its own rules.`)
  return value
}

/** The day and the role for which conditions are evaluated. */
const conditionContext = { today: '2026-11-20', role: 'CustomerAdmin' }

const context: ParseContext = { ...conditionContext, parseItem: (_, item) => ({ value: item, errors: {} }) }

/**
 * Returns the values adjusted to the conditions of the record: within the limits that other fields set, without hidden
 * fields, and with available options.
 */
export const fitted = (fields: readonly Field[], values: RecordValues, n: number): RecordValues => {
  const chosen: Record<string, unknown> = { ...values }
  for (const field of fields) chosen[field.name] = withinOthers(field, chosen)
  for (const field of fields.filter(({ name }) => name in chosen)) {
    if ((field.type !== 'enum' && field.type !== 'enumList') || !field.optionsWhen) continue
    const open = availableOptions(field, visibleValues(fields, chosen, conditionContext), conditionContext)
    const code = open[n % open.length]
    chosen[field.name] = code === undefined || field.type === 'enum' ? code : [code]
  }
  const hidden = hiddenFields(fields, chosen, conditionContext).map(({ name }) => name)
  return Object.fromEntries(
    Object.entries(chosen).filter(([name, value]) => value !== undefined && !hidden.includes(name)),
  )
}

const withinOthers = (field: Field, values: RecordValues): unknown => {
  const value = values[field.name]
  const [min, max] = [boundOf(field, 'min', values), boundOf(field, 'max', values)]
  if (isBelow(value, min)) return min
  return isBelow(max, value) ? max : value
}

const boundOf = (field: Field, side: 'min' | 'max', values: RecordValues): unknown => {
  const bound: unknown = side in field ? field[side as keyof Field] : undefined
  return typeof bound === 'object' && bound !== null && 'field' in bound ? values[String(bound.field)] : undefined
}

const isBelow = (first: unknown, second: unknown): boolean =>
  (typeof first === 'number' && typeof second === 'number' && first < second) ||
  (typeof first === 'string' && typeof second === 'string' && first < second)

/** Returns a different valid number for each n; the field type has only a few samples. */
const uniformNo = (n: number): string => {
  for (let no = 20_000_000 + n * 100; ; no++) if (isUniformNo(String(no))) return String(no)
}
