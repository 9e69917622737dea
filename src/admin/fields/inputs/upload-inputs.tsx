import ImageIcon from '@mui/icons-material/ImageOutlined'
import UploadIcon from '@mui/icons-material/UploadFile'
import { Box, Button, Stack, Typography } from '@mui/material'
import { type ReactNode, useRef } from 'react'
import { useRecordContext } from 'react-admin'
import { showWarning } from '../../../browser/dialogs/dialogs'
import { imageOf } from '../../../domain/image'
import type { FileField, ImageField } from '../../../schema/field-types/files'
import { fileSizeText } from '../../../schema/rules/messages'
import { visuallyHidden } from '../../components/visually-hidden'
import { fileText } from '../labels'
import { useBoundInput } from '../value-scope'
import type { FieldInputProps } from './field-inputs'
import { InputGroup } from './InputGroup'

/**
 * Renders an input of a file.
 * The value is the selected file, the id of the stored file as long as the user selects no other file, or null.
 */
export function FileUploadInput({ field, ...props }: FieldInputProps<FileField>) {
  const { label } = field
  const help =
    field.help ??
    `${field.accept ? `可上傳 ${field.accept.join('、')}，` : ''}大小上限 ${fileSizeText(field.maxBytes)}。`
  const boundInput = useBoundInput({ ...props, label, help })
  const { value, change, blur, fieldProps } = boundInput
  const record = useRecordContext()
  const nameAndSize =
    value instanceof File
      ? `${value.name}（${fileSizeText(value.size)}）`
      : typeof value === 'string' && record
        ? fileText(field, record)
        : ''
  return (
    <InputGroup boundInput={boundInput} label={label}>
      <Stack direction="row" sx={{ alignItems: 'center', columnGap: 2, rowGap: 1, flexWrap: 'wrap' }}>
        <FileSelectButton
          label={label}
          icon={<UploadIcon />}
          text={nameAndSize ? '更換檔案' : '選擇檔案'}
          accept={field.accept?.map((extension) => `.${extension}`).join(',') ?? ''}
          fieldProps={fieldProps}
          onSelect={(selected) => {
            if (selected) change(selected)
            blur()
          }}
        />
        <Typography aria-live="polite" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
          {nameAndSize || '尚未選擇檔案'}
        </Typography>
        {nameAndSize && (
          <Button disabled={fieldProps.disabled} onClick={() => change(null)}>
            移除檔案
          </Button>
        )}
      </Stack>
    </InputGroup>
  )
}

/** Renders an input of an image, with a preview. The value is a data URL. */
export function ImageUploadInput({ field, ...props }: FieldInputProps<ImageField>) {
  const { label } = field
  const help = field.help ?? `可選擇 PNG、JPEG 或 WebP 圖片，大小上限 ${Math.floor(field.maxBytes / 1024)} KB。`
  const boundInput = useBoundInput({ ...props, label, help })
  const { value, change, blur, fieldProps } = boundInput
  const dataUrl = typeof value === 'string' && imageOf(value) ? value : null
  const selectFile = async (file: File | undefined) => {
    const selectedUrl =
      file &&
      (await dataUrlOf(file).catch(() => void showWarning('無法讀取圖片', '請確認檔案沒有移動或刪除，再重新選擇。')))
    if (selectedUrl) change(selectedUrl)
    blur()
  }
  return (
    <InputGroup boundInput={boundInput} label={label}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
        {dataUrl && <Box component="img" src={dataUrl} alt={`目前的${label}`} sx={previewStyles} />}
        <FileSelectButton
          label={label}
          icon={<ImageIcon />}
          text={dataUrl ? '更換圖片' : '選擇圖片'}
          accept="image/png,image/jpeg,image/webp"
          fieldProps={fieldProps}
          onSelect={(selected) => void selectFile(selected)}
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

interface FileSelectButtonProps {
  /** Accessible name of the file input, which is not visible. */
  readonly label: string
  readonly icon: ReactNode
  readonly text: string
  readonly accept: string
  readonly fieldProps: ReturnType<typeof useBoundInput>['fieldProps']
  readonly onSelect: (file: File | undefined) => void
}

/** Renders a button that opens the browser's file dialog. */
const FileSelectButton = ({ label, icon, text, accept, fieldProps, onSelect }: FileSelectButtonProps) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        ref={fieldProps.inputRef}
        variant="outlined"
        startIcon={icon}
        disabled={fieldProps.disabled}
        onClick={() => input.current?.click()}
      >
        {text}
      </Button>
      <input
        type="file"
        style={visuallyHidden}
        ref={input}
        tabIndex={-1}
        name={fieldProps.name}
        aria-label={label}
        disabled={fieldProps.disabled}
        accept={accept}
        onChange={(event) => {
          onSelect(event.target.files?.[0])
          // The same file may be selected again after it was corrected.
          event.target.value = ''
        }}
      />
    </>
  )
}

const previewStyles = {
  width: 96,
  height: 96,
  objectFit: 'contain',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: '#fff',
} as const

const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error(`${file.name} cannot be read`))
    reader.readAsDataURL(file)
  })
