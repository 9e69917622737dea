import Box from '@mui/material/Box'
import { pictureOf } from '../../domain/picture'
import type { ImageField, Row } from '../../schema/types'
import { PictureBox } from '../parts/PictureBox'
import type { FieldView, InputProps, ShownProps } from './field-view'

/** A small picture inside the record. */
export const image: FieldView<ImageField> = { Input, Filter: Nothing, text: words, Detail, wide: true }

function Input({ field, ...props }: InputProps<ImageField>) {
  const help = field.help ?? `可選擇 PNG、JPEG 或 WebP 圖片，大小上限 ${Math.floor(field.maxBytes / 1024)} KB。`
  return <PictureBox {...props} label={field.label} help={help} />
}

function words({ name }: ImageField, row: Row): string {
  const value = row[name]
  const picture = typeof value === 'string' ? pictureOf(value) : null
  return picture ? `${picture.type} 圖片（${Math.ceil(picture.bytes / 1024)} KB）` : ''
}

// The schema checks let no list be narrowed by a picture.
function Nothing() {
  return null
}

function Detail({ field, row }: ShownProps<ImageField>) {
  return (
    <Box
      component="img"
      src={String(row[field.name])}
      alt={field.label}
      sx={{ display: 'block', maxWidth: '100%', maxHeight: 160, border: 1, borderColor: 'divider', borderRadius: 1 }}
    />
  )
}
