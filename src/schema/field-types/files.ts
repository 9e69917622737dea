import { extensionOf, fileExtensions } from '../../domain/file-kinds'
import { imageOf, imageTypes } from '../../domain/image'
import type { FieldBase } from '../language/language'
import { integerFrom, isObject, listOf, oneOfValues } from '../language/shapes/shape'
import {
  fileEmpty,
  fileNameTooLong,
  fileTooBig,
  imageTooBig,
  mustChoose,
  notImage,
  notJson,
  wrongFile,
} from '../rules/messages'
import type { FieldTypeRules, ParseResult } from './field-type'

/** A field with a file, an image or JSON data. Only forms and detail pages show such data. */
export type FileOrDataField = FileField | ImageField | JsonField

/** A field with an uploaded file. */
export interface FileField extends FieldBase {
  readonly type: 'file'
  /** Allowed file name extensions without the dot; absent = any name. */
  readonly accept?: readonly string[]
  readonly maxBytes: number
}

/** A field with a small image, such as a logo, that is sent as part of the record. */
export interface ImageField extends FieldBase {
  readonly type: 'image'
  readonly maxBytes: number
}

/** A field with data that the server stores with a record. Users can only read it. */
export interface JsonField extends FieldBase {
  readonly type: 'json'
}

/** The rules that files, images and JSON data share: lists, filters and imports do not contain them. */
const recordOnlyRules = {
  group: 'fileOrData',
  matches: [],
  isSortable: false,
  hasLongValues: true,
  canBeListed: false,
  canBeUnique: false,
  canBeInItems: false,
} as const

/**
 * An uploaded file.
 * The value of the field is the id of a stored file or, before the file is sent, an object with its `name` and `size`.
 */
const file: FieldTypeRules<FileField> = {
  ...recordOnlyRules,
  doc: 'An uploaded file. The column contains the id of the stored file.',
  keys: {
    accept: {
      shape: listOf(oneOfValues(fileExtensions, 'kind of file'), 1),
      doc: 'Allowed file extensions, without the dot. Default: files with any name.',
    },
    maxBytes: { shape: integerFrom(1), doc: 'Maximum size in bytes.', required: true },
  },
  isChosen: true,
  compile: ({ accept, maxBytes = 0 }) => ({ ...(accept ? { accept } : {}), maxBytes }) as Partial<FileField>,
  columnType: () => 'text',
  jsonSchema: () => ({ type: 'string', maxLength: 60 }),
  parse: parseFile,
  sample: ({ accept = ['txt'] }, seed) => ({ name: `sample-${seed}.${accept[0]}`, size: 1 }),
}

/** Maximum number of characters in the name of a file. */
const maxFileNameLength = 120

function parseFile(value: unknown, { label, accept, maxBytes }: FileField): ParseResult {
  const isStoredFileId = typeof value === 'string' && /^[\w-]{1,60}$/.test(value)
  if (isStoredFileId) return { value }
  if (!hasNameAndSize(value)) return { error: mustChoose(label) }
  const extension = extensionOf(value.name)
  if (accept && !accept.includes(extension)) return { error: wrongFile(label, accept, extension) }
  const length = [...value.name].length
  if (length > maxFileNameLength) return { error: fileNameTooLong(label, maxFileNameLength, length) }
  if (value.size === 0) return { error: fileEmpty(label) }
  return value.size > maxBytes ? { error: fileTooBig(label, maxBytes) } : { value }
}

const hasNameAndSize = (value: unknown): value is { name: string; size: number } =>
  isObject(value) && typeof value.name === 'string' && typeof value.size === 'number'

// 100 KiB.
const defaultImageBytes = 102_400

/** A small image, such as a logo. It is sent with the record as a data URL, so it needs no separate call. */
const image: FieldTypeRules<ImageField> = {
  ...recordOnlyRules,
  doc: 'A small image (PNG, JPEG or WebP), such as a logo, sent with the record as a data URL.',
  keys: { maxBytes: { shape: integerFrom(1), doc: 'Maximum size in bytes. Default: 102400.' } },
  isChosen: true,
  compile: ({ maxBytes = defaultImageBytes }) => ({ maxBytes }),
  columnType: () => 'text',
  parse: parseImage,
  // Base64 has four characters for three bytes; 30 characters are enough for the prefix.
  jsonSchema: ({ maxBytes }) => ({
    type: 'string',
    pattern: '^data:image/(png|jpeg|webp);base64,',
    maxLength: Math.ceil(maxBytes / 3) * 4 + 30,
  }),
  sample: () => smallestImage,
}

function parseImage(value: unknown, { label, maxBytes }: ImageField): ParseResult {
  const parsed = typeof value === 'string' ? imageOf(value) : null
  if (!parsed) return { error: notImage(label, imageTypes) }
  if (parsed.bytes === 0) return { error: fileEmpty(label) }
  return parsed.bytes > maxBytes ? { error: imageTooBig(label, maxBytes) } : { value }
}

// One transparent pixel.
const smallestImage =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** Data that the server stores with a record, such as the response of another system. Users can only read it. */
const json: FieldTypeRules<JsonField> = {
  ...recordOnlyRules,
  doc: 'Data that the server stores with the record, such as the response of another system; users can only read it.',
  keys: {},
  canBeEntered: false,
  compile: () => ({ readOnly: true }),
  columnType: () => 'jsonb',
  parse: (value, { label }) => (isObject(value) ? { value } : { error: notJson(label) }),
  jsonSchema: () => ({ type: 'object' }),
  sample: (_, seed) => ({ Code: `A${seed}` }),
}

/** The field types of files, images and JSON data. */
export const files = { file, image, json }
