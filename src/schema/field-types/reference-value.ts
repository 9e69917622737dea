import { foldFullWidth } from '../../domain/full-width'
import { noSuchRecord, notInteger } from '../sentences'
import type { JsonSchema } from '../shape/shape'
import type { ReferenceField, Resource } from '../types'
import type { JsonContext, Parsed } from './field-type'
import { hasBadCharacter } from './text-rules'

/** Reads the stored part of a reference: a number for SerialId and other numbers, a code otherwise. Whether the record exists is the server's question. */
export const parseReference = (value: unknown, { label, numeric }: Pick<ReferenceField, 'label' | 'numeric'>): Parsed => {
  const text = typeof value === 'string' || typeof value === 'number' ? foldFullWidth(String(value)).trim() : ''
  if (numeric) return /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? { value: Number(text) } : { error: notInteger(label) }
  return text === '' || text.length > 60 || hasBadCharacter(text) ? { error: noSuchRecord(label, text.slice(0, 20)) } : { value: text }
}

/** A reference's column is of the type of the column that it points at. */
export const referenceColumn = ({ to, by }: Pick<ReferenceField, 'to' | 'by'>, find: (resource: string) => Resource | undefined): string => {
  const type = find(to)?.fields.find((field) => field.name === by)?.type
  return by === 'SerialId' || type === 'integer' ? 'bigint' : type === 'date' ? 'date' : 'text'
}

/** What a reference holds travels as the field that it points at. */
export const referenceJson = ({ to, by }: Pick<ReferenceField, 'to' | 'by'>, { find }: Pick<JsonContext, 'find'>): JsonSchema => {
  const column = referenceColumn({ to, by }, find)
  if (column === 'bigint') return { type: 'integer', 'x-reference': to }
  return column === 'date' ? { type: 'string', format: 'date', 'x-reference': to } : { type: 'string', maxLength: 60, 'x-reference': to }
}
