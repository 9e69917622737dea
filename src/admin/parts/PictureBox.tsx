import ImageIcon from '@mui/icons-material/ImageOutlined'
import { Box, Button, FormControl, FormHelperText, FormLabel, Stack } from '@mui/material'
import { useRef } from 'react'
import { pictureOf } from '../../domain/picture'
import { unseen } from './unseen'
import { type BoxProps, useBox } from './use-box'

/** Chooses a picture and shows it; its value is its data: address. */
export const PictureBox = (props: BoxProps) => {
  const { value, change, blur, look, message } = useBox(props)
  const chooser = useRef<HTMLInputElement>(null)
  const picture = typeof value === 'string' && pictureOf(value) ? value : null
  const choose = async (file: File | undefined) => {
    if (file) change(await addressOf(file))
    blur()
  }
  return (
    <FormControl component="fieldset" error={message !== undefined} disabled={look.disabled} required={look.required}>
      <FormLabel component="legend" sx={{ fontSize: '0.75rem', mb: 1 }}>
        {props.label}
      </FormLabel>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
        {picture && <Box component="img" src={picture} alt={`目前的${props.label}`} sx={preview} />}
        <Button ref={look.inputRef} variant="outlined" startIcon={<ImageIcon />} disabled={look.disabled} onClick={() => chooser.current?.click()}>
          {picture ? '更換圖片' : '選擇圖片'}
        </Button>
        <input
          type="file"
          style={unseen}
          ref={chooser}
          tabIndex={-1}
          name={look.name}
          aria-label={props.label}
          disabled={look.disabled}
          accept="image/png,image/jpeg,image/webp"
          onChange={(event) => void choose(event.target.files?.[0])}
        />
        {picture && (
          <Button disabled={look.disabled} onClick={() => change(null)}>
            移除圖片
          </Button>
        )}
      </Stack>
      <FormHelperText sx={{ mx: 0 }}>{look.helperText}</FormHelperText>
    </FormControl>
  )
}

const preview = { width: 96, height: 96, objectFit: 'contain', border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: '#fff' } as const

const addressOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error(`${file.name} cannot be read`))
    reader.readAsDataURL(file)
  })
