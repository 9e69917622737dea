import UploadIcon from '@mui/icons-material/UploadFile'
import Button from '@mui/material/Button'
import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useRef } from 'react'
import type { FileField } from '../../schema/types'
import { useBox } from '../parts/use-box'
import { type FieldView, type InputProps, plainText } from './field-view'
import { TextFilter } from './text-line'

/** A file to upload; shown by its name. */
export const file: FieldView<FileField> = { Input, Filter: TextFilter, text: plainText, wide: true }

function Input({ field, source, required, disabled }: InputProps<FileField>) {
  const chooser = useRef<HTMLInputElement>(null)
  const help = field.help ?? `可上傳 ${field.accept.join('、')}，大小上限 ${megabytes(field.maxBytes)} MB。`
  const { value, change, blur, look, message } = useBox({ source, label: field.label, help, required, disabled })
  return (
    <FormControl error={message !== undefined} disabled={look.disabled}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
        <Button ref={look.inputRef} variant="outlined" startIcon={<UploadIcon />} disabled={look.disabled} onClick={() => chooser.current?.click()}>
          {field.label}
          {look.required && '＊'}
        </Button>
        <input
          type="file"
          hidden
          ref={chooser}
          name={source}
          accept={field.accept.map((ending) => `.${ending}`).join(',')}
          onChange={(event) => {
            change(event.target.files?.[0] ?? null)
            blur()
          }}
        />
        <Typography sx={{ overflowWrap: 'anywhere' }}>{value instanceof File ? `${value.name}（${megabytes(value.size)} MB）` : '尚未選擇檔案'}</Typography>
      </Stack>
      <FormHelperText>{look.helperText}</FormHelperText>
    </FormControl>
  )
}

const megabytes = (bytes: number): string => String(Math.ceil((bytes / 1_048_576) * 10) / 10)
