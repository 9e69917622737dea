import type { FileField, ImageField, JsonField } from '../../../schema/field-types/files'
import { type FieldInputs, NoInput } from './field-inputs'
import { TextFilter } from './texts'
import { FileUploadInput, ImageUploadInput } from './upload-inputs'

/** The input and the filter of a stored file. */
const file: FieldInputs<FileField> = { Input: FileUploadInput, Filter: TextFilter }

/** The input of an image. The schema checks allow no filter by an image or by JSON data. */
const image: FieldInputs<ImageField> = { Input: ImageUploadInput, Filter: NoInput }

/** Only the server writes structured data. */
const json: FieldInputs<JsonField> = { Input: NoInput, Filter: NoInput }

/** The inputs of files, images and JSON data. */
export const files = { file, image, json }
