import { pictureOf, pictureTypes } from '../../domain/picture'
import { fileEmpty, notPicture, pictureTooBig } from '../sentences'
import { atLeastOne } from '../shape/shapes'
import type { ImageField } from '../types'
import type { FieldTypeRules, Parsed } from './field-type'

const usualBytes = 102_400

/** A small picture, such as a logo. It travels inside the record as a data address, so it needs no call of its own. */
export const image: FieldTypeRules<ImageField> = {
  text: 'A small picture (PNG, JPEG or WebP), such as a logo; it travels inside the record as a data: address.',
  keys: { maxBytes: { shape: atLeastOne, text: 'Largest size in bytes; 102400 when absent.' } },
  matches: [],
  sortable: false,
  chosen: true,
  long: true,
  listed: false,
  unique: false,
  inRows: false,
  complete: (raw, base) => ({ ...base, type: 'image', maxBytes: typeof raw.maxBytes === 'number' ? raw.maxBytes : usualBytes }),
  column: () => 'text',
  parse: readPicture,
  json: ({ maxBytes }) => ({ type: 'string', pattern: '^data:image/(png|jpeg|webp);base64,', maxLength: Math.ceil(maxBytes / 3) * 4 + 30 }),
  sample: () => smallest,
}

function readPicture(value: unknown, { label, maxBytes }: ImageField): Parsed {
  const picture = typeof value === 'string' ? pictureOf(value) : null
  if (!picture) return { error: notPicture(label, pictureTypes) }
  if (picture.bytes === 0) return { error: fileEmpty(label) }
  return picture.bytes > maxBytes ? { error: pictureTooBig(label, maxBytes) } : { value }
}

// One transparent dot.
const smallest = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
