import { Box } from '@mui/material'
import { textSizes } from '../../browser/theme/type-scale'
import { imageOf } from '../../domain/image'
import type { FileField, ImageField, JsonField } from '../../schema/field-types/files'
import type { RecordValues } from '../../schema/language/language'
import { lazyComponent } from '../components/lazy-component'
import type { FieldDisplayProps, FieldView } from './field-view'
import { fileText } from './labels'

const FileLink = lazyComponent(
  async () => (await import('./FileLink')).FileLink,
  ({ field, record }) => fileText(field, record),
)

/** A stored file, shown as its name and size; on the detail page, as a download button with this text. */
const file: FieldView<FileField> = {
  text: fileText,
  Detail: FileLink,
  wide: true,
}

/** A small image that is stored in the record. */
const image: FieldView<ImageField> = {
  text: imageText,
  Detail: ImageView,
  wide: true,
}

function imageText({ name }: ImageField, record: RecordValues): string {
  const value = record[name]
  const parsed = typeof value === 'string' ? imageOf(value) : null
  return parsed ? `${parsed.type} 圖片（${Math.ceil(parsed.bytes / 1024)} KB）` : ''
}

function ImageView({ field, record }: FieldDisplayProps<ImageField>) {
  return (
    <Box
      component="img"
      src={String(record[field.name])}
      alt={field.label}
      sx={{ display: 'block', maxWidth: '100%', maxHeight: 160, border: 1, borderColor: 'divider', borderRadius: 1 }}
    />
  )
}

/** Structured data that only the server writes. Only the detail page shows them. */
const json: FieldView<JsonField> = { text: jsonText, Detail: JsonView, wide: true }

function jsonText({ name }: JsonField, record: RecordValues): string {
  const value = record[name]
  return value === null || value === undefined ? '' : JSON.stringify(value)
}

function JsonView({ field, record }: FieldDisplayProps<JsonField>) {
  return (
    <Box
      component="pre"
      tabIndex={0}
      aria-label={field.label}
      sx={{
        m: 0,
        p: 1.5,
        maxHeight: 320,
        overflow: 'auto',
        bgcolor: 'var(--sunken)',
        borderRadius: 1,
        fontSize: textSizes.label,
        lineHeight: 1.6,
      }}
    >
      {JSON.stringify(record[field.name], null, 2)}
    </Box>
  )
}

/** The views of files, images and JSON data. */
export const files = { file, image, json }
