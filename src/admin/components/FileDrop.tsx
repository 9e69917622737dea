import UploadIcon from '@mui/icons-material/UploadFile'
import { Box, Button, FormHelperText, Typography } from '@mui/material'
import { type DragEvent, useId, useState } from 'react'
import { visuallyHidden } from './ScrollRegion'

interface FileDropProps {
  /** What the input is called. */
  readonly label: string
  readonly file: File | null
  readonly onTake: (file: File) => void
  /** What may be uploaded. */
  readonly help: string
  readonly problem?: string | undefined
  readonly accept: string
}

/** A place where a file is dropped or chosen. */
export const FileDrop = ({ label, file, onTake, help, problem, accept }: FileDropProps) => {
  const [over, setOver] = useState(false)
  const helpId = useId()
  const take = (chosen: File | undefined) => {
    setOver(false)
    if (chosen) onTake(chosen)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    take(event.dataTransfer.files[0])
  }
  return (
    <Box
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      sx={{ ...zone, borderColor: problem ? 'error.main' : over ? 'primary.main' : 'divider', bgcolor: over ? 'action.hover' : undefined }}
    >
      <UploadIcon color="action" sx={{ fontSize: 40 }} />
      <Typography sx={{ overflowWrap: 'anywhere' }} aria-live="polite">
        {file ? `${file.name}（${sizeText(file.size)}）` : '將檔案拖曳到這裡，或'}
      </Typography>
      <Button {...asLabel} variant="outlined" sx={{ '&:focus-within': { outline: 2, outlineOffset: 2, outlineColor: 'primary.main' } }}>
        {file ? '更換檔案' : '選擇檔案'}
        <input
          type="file"
          aria-label={label}
          aria-describedby={helpId}
          accept={accept}
          style={visuallyHidden}
          onChange={(event) => {
            take(event.target.files?.[0])
            // The same file may be chosen again after it was corrected.
            event.target.value = ''
          }}
        />
      </Button>
      <FormHelperText id={helpId} error={problem !== undefined} role={problem ? 'alert' : undefined}>
        {problem ?? help}
      </FormHelperText>
    </Box>
  )
}

// The input inside takes the keyboard focus; the label itself must not.
const asLabel = { component: 'label', role: undefined, tabIndex: -1 } as const

const zone = { display: 'grid', justifyItems: 'center', gap: 1, p: 3, border: 2, borderStyle: 'dashed', borderRadius: 1, textAlign: 'center' } as const

const sizeText = (bytes: number): string => (bytes < 1_048_576 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`)
