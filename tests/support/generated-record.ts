import { isUniformNo } from '../../src/domain/identifiers/id-no'
import { rulesOf } from '../../src/schema/field-types'
import type { ParseContext } from '../../src/schema/field-types/field-type'
import type { Resource } from '../../src/schema/language/resource'
import { type Field, isEntered, type RecordValues, type ReferenceField, type RoleField } from '../../src/schema/language/types'
import type { SchemaSet } from '../../src/schema/load/schema-set'
import { availableOptions, hiddenFields, visibleValues } from '../../src/schema/rules/conditional'
import { referencePath } from '../../src/schema/rules/related'
import { samples } from './samples'

interface Maker {
  readonly schemas: SchemaSet
  /** Makes a record in the database; answers it with its key. */
  readonly record: (resource: string, values: RecordValues) => Promise<RecordValues>
  /** Records that exist, by resource: what they can be referred to by needs no record of its own. */
  readonly existing: Readonly<Record<string, RecordValues>>
}

/** Which record is made: `n` makes different ones; `typed` leaves out what the server makes. */
interface RecordOptions {
  readonly n: number
  readonly enteredOnly: boolean
}

export type MakeRecord = (resource: Resource, options: RecordOptions) => Promise<RecordValues>

/** Makes values of new records of any resource, by its schema alone where nothing better is known, and the records that they refer to. */
export const recordMaker = (maker: Maker): MakeRecord => {
  const made = new Map<string, Promise<RecordValues>>()
  const recordOf = (to: string, n: number): Promise<RecordValues> => {
    const name = `${to} ${n}`
    const record = made.get(name) ?? make(maker.schemas.get(to), { n, enteredOnly: false }).then((row) => maker.record(to, row))
    made.set(name, record)
    return record
  }
  // What a record refers to is numbered apart from the records that tests of its own resource make; beyond them only what must be there is made.
  const relatedTo = async (resource: Resource, fields: readonly Field[], n: number): Promise<Related> => {
    const references = [...fields, ...fields.flatMap((field) => (field.type === 'rows' ? field.fields : []))].filter(isReference)
    const others = references.filter(({ to, required }) => to !== resource.name && (required || n < firstRelated)).map(({ to }) => to)
    const number = n < firstRelated ? n + firstRelated : n
    return Object.fromEntries(await Promise.all(others.map(async (to) => [to, maker.existing[to] ?? (await recordOf(to, number))] as const)))
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

/** Referenced records by their resource. */
type Related = Readonly<Record<string, RecordValues>>

/** Bodies of resources whose fields must fit others by more than their own rules. */
const bodies: Readonly<Record<string, (n: number) => RecordValues>> = {
  ...samples,
  PortalUser: (n) => ({
    UserId: `person${n}`,
    UserName: `王大明${n}`,
    RoleId: 'CustomerMaker',
    ApplyCodes: ['77001'],
    Email: `p${n}@example.com`,
    Mobile: `09123456${n}`,
  }),
}

/** What a new record says of fields that nobody enters. */
const defaultValues = ({ fields }: Resource): RecordValues =>
  Object.fromEntries(fields.flatMap((field) => (field.readOnly && field.default !== undefined ? [[field.name, field.default]] : [])))

const isReference = (field: Field): field is ReferenceField => field.type === 'reference' || field.type === 'referenceList'

const isMade = (field: RoleField, { enteredOnly }: RecordOptions): boolean =>
  enteredOnly
    ? isEntered(field) && field.writable !== false
    : field.name !== 'SerialId' && field.type !== 'count' && field.type !== 'computed' && !field.virtual

const valuesOf = (fields: readonly Field[], options: RecordOptions, around: ConditionContext): RecordValues =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = valueFor(field, options, around)
      return value === undefined ? [] : [[field.name, value]]
    }),
  )

interface ConditionContext {
  readonly related: Related
  readonly fields: readonly Field[]
  readonly key: readonly string[]
}

/** A value of the field, or undefined where it can have none. */
const valueFor = (field: Field, options: RecordOptions, around: ConditionContext): unknown => {
  if (field.name === 'UniformNo' && !options.enteredOnly && !around.key.includes(field.name)) return '90000017'
  if (field.type === 'uniformNo') return uniformNo(options.n)
  if (isReference(field)) {
    const value = around.related[field.to]?.[field.by]
    return value === undefined || field.type === 'reference' ? value : [value]
  }
  if (field.type === 'rows') return Array.from({ length: field.min }, () => rowOf(field.fields, options, around))
  if ('lengthOf' in field && field.lengthOf) {
    const length = Number(ruled(field.lengthOf, around) ?? 0)
    return length === 0 ? undefined : sampleThat({ ...field, min: length, max: length }, options.n)
  }
  if ('within' in field && field.within) {
    const allowed = [ruled(field.within, around) ?? []].flat()
    return field.type === 'enum' ? allowed[options.n % allowed.length] : allowed.slice(0, Math.max(1, field.min))
  }
  return sampleThat(field, options.n)
}

const rowOf = (fields: readonly Field[], options: RecordOptions, around: ConditionContext): RecordValues => {
  const made = fields.filter((field) => isMade(field, options))
  return fitted(fields, valuesOf(made, options, around), options.n)
}

/** What the referenced record says, such as of `ApplyCode.TermNoLen`. */
const ruled = (rule: string, { fields, related }: ConditionContext): unknown => {
  const [reference, name] = referencePath(rule)
  const field = fields.find((one) => one.name === reference)
  return field && isReference(field) ? related[field.to]?.[name] : undefined
}

/** A sample that the field takes; some samples are too long for what a file says. */
const sampleThat = (field: Field, n: number): unknown => {
  const value = [n, n - 20, n + 20, n + 40, ...Array.from({ length: 10 }, (_, seed) => seed)]
    .map((seed) => rulesOf(field.type).sample(field, Math.abs(seed)))
    .find((sample) => 'value' in rulesOf(field.type).parse(sample, field, context))
  if (value === undefined && field.required) throw new Error(`No sample of ${field.name} (${field.type}) passes its own rules.`)
  return value
}

/** Who asks, and when. */
const around = { today: '2026-11-20', role: 'CustomerAdmin' }

const context: ParseContext = { ...around, parseItem: (_, row) => ({ value: row, errors: {} }) }

/** The values within the bounds that others hold, without what the record's conditions hide, and with options that they leave open. */
export const fitted = (fields: readonly Field[], row: RecordValues, n: number): RecordValues => {
  const chosen: Record<string, unknown> = { ...row }
  for (const field of fields) chosen[field.name] = withinOthers(field, chosen)
  for (const field of fields.filter(({ name }) => name in chosen)) {
    if ((field.type !== 'enum' && field.type !== 'enumList') || !field.optionsWhen) continue
    const open = availableOptions(field, visibleValues(fields, chosen, around), around)
    const code = open[n % open.length]
    chosen[field.name] = code === undefined || field.type === 'enum' ? code : [code]
  }
  const hidden = hiddenFields(fields, chosen, around).map(({ name }) => name)
  return Object.fromEntries(Object.entries(chosen).filter(([name, value]) => value !== undefined && !hidden.includes(name)))
}

const withinOthers = (field: Field, row: RecordValues): unknown => {
  const value = row[field.name]
  const [min, max] = [boundOf(field, 'min', row), boundOf(field, 'max', row)]
  if (isBelow(value, min)) return min
  return isBelow(max, value) ? max : value
}

const boundOf = (field: Field, side: 'min' | 'max', row: RecordValues): unknown => {
  const bound: unknown = side in field ? field[side as keyof Field] : undefined
  return typeof bound === 'object' && bound !== null && 'field' in bound ? row[String(bound.field)] : undefined
}

const isBelow = (one: unknown, other: unknown): boolean =>
  (typeof one === 'number' && typeof other === 'number' && one < other) || (typeof one === 'string' && typeof other === 'string' && one < other)

/** A number of its own for each n; a schema's samples are few. */
const uniformNo = (n: number): string => {
  for (let no = 20_000_000 + n * 100; ; no++) if (isUniformNo(String(no))) return String(no)
}
