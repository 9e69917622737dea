import type { Keys, RawObject } from '../shape/shape'
import { isObject } from '../shape/shape'
import { listOf, text } from '../shape/shapes'
import type { FieldBase, ReferenceField } from '../types'
import type { CompleteContext } from './field-type'

/** What a reference says. */
export const referenceKeys: Keys = {
  to: { shape: text, text: 'The resource that is referred to: the name of its file.', required: true },
  by: { shape: text, text: 'The field of the other record that is stored here; its key when absent.' },
  same: { shape: listOf(text), text: 'Fields in which both records must agree; ApplyCode when both have it and it is not the reference itself.' },
}

/** Fills in by what and within what a reference looks. */
export const completeReference = (type: 'reference' | 'referenceList', raw: RawObject, base: FieldBase, context: CompleteContext): ReferenceField => {
  const said = raw as { to: string; by?: string; same?: string[]; min?: number; max?: number; maxDepth?: number }
  const other = context.raw(said.to)
  const by = said.by ?? defaultBy(other)
  const same = said.same ?? defaultSame(by, other, context.own)
  const numeric = by === 'SerialId' || isInteger(other, by)
  return { ...base, type, to: said.to, by, numeric, same, min: said.min ?? (base.required ? 1 : 0), max: said.max ?? 1, maxDepth: said.maxDepth }
}

/** The key of the other resource: what a reference stores unless it says otherwise. */
export const defaultBy = (other: RawObject): string => [other.key ?? 'SerialId'].flat().map(String).at(-1) ?? 'SerialId'

// A code is unique within its ApplyCode only, a SerialId everywhere.
const defaultSame = (by: string, other: RawObject, own: RawObject): string[] =>
  by !== 'ApplyCode' && by !== 'SerialId' && hasField(own, 'ApplyCode') && hasField(other, 'ApplyCode') ? ['ApplyCode'] : []

const isInteger = ({ fields }: RawObject, name: string): boolean => isObject(fields) && isObject(fields[name]) && fields[name].type === 'integer'

const hasField = ({ fields }: RawObject, name: string): boolean => isObject(fields) && Object.hasOwn(fields, name)
