import ImageIcon from '@mui/icons-material/ImageOutlined'
import UploadIcon from '@mui/icons-material/UploadFile'
import { Box, Button, FormControl, FormHelperText, Stack, Typography } from '@mui/material'
import { useRef } from 'react'
import { imageOf } from '../../domain/image'
import type { FileField, ImageField, JsonField } from '../../schema/field-types/contents'
import type { RecordValues } from '../../schema/language/language'
import { visuallyHidden } from '../components/ScrollRegion'
import { type DisplayProps, type FieldView, type InputProps, NoInput, plainText } from './field-view'
import { InputGroup } from './InputGroup'
import { TextFilter } from './texts'
import { useInput } from './value-source'

/** A file to upload; shown by its name. */
const file: FieldView<FileField> = { Input: FileInput, Filter: TextFilter, text: plainText, wide: true }

function FileInput({ field, source, required, disabled }: InputProps<FileField>) {
  const input = useRef<HTMLInputElement>(null)
  const help = field.help ?? `可上傳 ${field.accept.join('、')}，大小上限 ${megabytes(field.maxBytes)} MB。`
  const { value, change, blur, fieldProps, message } = useInput({ source, label: field.label, help, required, disabled })
  return (
    <FormControl error={message !== undefined} disabled={fieldProps.disabled}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
        <Button ref={fieldProps.inputRef} variant="outlined" startIcon={<UploadIcon />} disabled={fieldProps.disabled} onClick={() => input.current?.click()}>
          {field.label}
          {fieldProps.required && '＊'}
        </Button>
        <input
          type="file"
          hidden
          ref={input}
          name={source}
          accept={field.accept.map((extension) => `.${extension}`).join(',')}
          onChange={(event) => {
            change(event.target.files?.[0] ?? null)
            blur()
          }}
        />
        <Typography sx={{ overflowWrap: 'anywhere' }}>{value instanceof File ? `${value.name}（${megabytes(value.size)} MB）` : '尚未選擇檔案'}</Typography>
      </Stack>
      <FormHelperText>{fieldProps.helperText}</FormHelperText>
    </FormControl>
  )
}

const megabytes = (bytes: number): string => String(Math.ceil((bytes / 1_048_576) * 10) / 10)

/** A small image inside the record. The schema checks allow no filter by an image or by JSON data. */
const image: FieldView<ImageField> = { Input: ImageInput, Filter: NoInput, text: imageText, Detail: ImageView, wide: true }

function imageText({ name }: ImageField, record: RecordValues): string {
  const value = record[name]
  const parsed = typeof value === 'string' ? imageOf(value) : null
  return parsed ? `${parsed.type} 圖片（${Math.ceil(parsed.bytes / 1024)} KB）` : ''
}

function ImageView({ field, record }: DisplayProps<ImageField>) {
  return (
    <Box
      component="img"
      src={String(record[field.name])}
      alt={field.label}
      sx={{ display: 'block', maxWidth: '100%', maxHeight: 160, border: 1, borderColor: 'divider', borderRadius: 1 }}
    />
  )
}

/** Structured data that only the server writes; shown on the detail page. */
const json: FieldView<JsonField> = { Input: NoInput, Filter: NoInput, text: dataText, Detail: JsonView, wide: true }

function dataText({ name }: JsonField, record: RecordValues): string {
  const value = record[name]
  return value === null || value === undefined ? '' : JSON.stringify(value)
}

function JsonView({ field, record }: DisplayProps<JsonField>) {
  return (
    <Box
      component="pre"
      tabIndex={0}
      aria-label={field.label}
      sx={{ m: 0, p: 1.5, maxHeight: 320, overflow: 'auto', bgcolor: 'var(--sunken)', borderRadius: 1, fontSize: '0.8125rem', lineHeight: 1.6 }}
    >
      {JSON.stringify(record[field.name], null, 2)}
    </Box>
  )
}

/** The views of files, images and JSON data. */
export const contents = { file, image, json }

/** An input of an image with a preview; its value is a data URL. */
function ImageInput({ field, ...props }: InputProps<ImageField>) {
  const { label } = field
  const help = field.help ?? `可選擇 PNG、JPEG 或 WebP 圖片，大小上限 ${Math.floor(field.maxBytes / 1024)} KB。`
  const boundInput = useInput({ ...props, label, help })
  const { value, change, blur, fieldProps } = boundInput
  const input = useRef<HTMLInputElement>(null)
  const dataUrl = typeof value === 'string' && imageOf(value) ? value : null
  const choose = async (file: File | undefined) => {
    if (file) change(await dataUrlOf(file))
    blur()
  }
  return (
    <InputGroup boundInput={boundInput} label={label}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
        {dataUrl && <Box component="img" src={dataUrl} alt={`目前的${label}`} sx={preview} />}
        <Button ref={fieldProps.inputRef} variant="outlined" startIcon={<ImageIcon />} disabled={fieldProps.disabled} onClick={() => input.current?.click()}>
          {dataUrl ? '更換圖片' : '選擇圖片'}
        </Button>
        <input
          type="file"
          style={visuallyHidden}
          ref={input}
          tabIndex={-1}
          name={fieldProps.name}
          aria-label={label}
          disabled={fieldProps.disabled}
          accept="image/png,image/jpeg,image/webp"
          onChange={(event) => void choose(event.target.files?.[0])}
        />
        {dataUrl && (
          <Button disabled={fieldProps.disabled} onClick={() => change(null)}>
            移除圖片
          </Button>
        )}
      </Stack>
    </InputGroup>
  )
}

const preview = { width: 96, height: 96, objectFit: 'contain', border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: '#fff' } as const

const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error(`${file.name} cannot be read`))
    reader.readAsDataURL(file)
  })
