import { fileEmpty, fileTooBig, mustChoose, wrongFile } from '../sentences'
import { isObject } from '../shape/shape'
import { atLeastOne, listOf, text } from '../shape/shapes'
import type { FileField } from '../types'
import type { FieldTypeRules, Parsed } from './field-type'

/** An uploaded file. Its value is the id of a stored file, or, before it is sent, a thing with `name` and `size`. */
export const file: FieldTypeRules<FileField> = {
  text: 'An uploaded file; the column keeps the id of the stored file.',
  keys: {
    accept: { shape: listOf(text, 1), text: 'Allowed endings without the dot.', required: true },
    maxBytes: { shape: atLeastOne, text: 'Largest size in bytes.', required: true },
  },
  matches: [],
  sortable: false,
  chosen: true,
  long: true,
  listed: false,
  unique: false,
  inRows: false,
  complete: (raw, base) => {
    const { accept = [], maxBytes = 0 } = raw as Partial<Pick<FileField, 'accept' | 'maxBytes'>>
    return { ...base, type: 'file', accept, maxBytes }
  },
  column: () => 'text',
  json: () => ({ type: 'string', maxLength: 60 }),
  parse: parseFile,
  sample: ({ accept }, seed) => ({ name: `sample-${seed}.${accept[0]}`, size: 1 }),
}

function parseFile(value: unknown, { label, accept, maxBytes }: FileField): Parsed {
  if (typeof value === 'string' && /^[\w-]{1,60}$/.test(value)) return { value }
  if (!hasNameAndSize(value)) return { error: mustChoose(label) }
  const ending = value.name.toLowerCase().split('.').at(-1) ?? ''
  if (!value.name.includes('.') || !accept.includes(ending)) return { error: wrongFile(label, accept, ending) }
  if (value.size === 0) return { error: fileEmpty(label) }
  return value.size > maxBytes ? { error: fileTooBig(label, maxBytes) } : { value }
}

const hasNameAndSize = (value: unknown): value is { name: string; size: number } =>
  (isObject(value) || value instanceof Object) &&
  typeof (value as { name?: unknown }).name === 'string' &&
  typeof (value as { size?: unknown }).size === 'number'
