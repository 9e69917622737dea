import UploadIcon from '@mui/icons-material/UploadFile'
import { Box, Button, FormHelperText, Typography } from '@mui/material'
import { type DragEvent, useId, useState } from 'react'
import { fileSizeText } from '../../schema/rules/messages'
import { visuallyHidden } from './visually-hidden'

interface FileDropProps {
  /** Accessible name of the input. */
  readonly label: string
  readonly file: File | null
  readonly onFile: (file: File) => void
  /** Describes the files that can be uploaded. */
  readonly help: string
  readonly error?: string | undefined
  readonly accept: string
}

/** Renders an area where a file is dropped or selected. */
export const FileDrop = ({ label, file, onFile, help, error, accept }: FileDropProps) => {
  const [isDragOver, setDragOver] = useState(false)
  const helpId = useId()
  const selectFile = (selected: File | undefined) => {
    setDragOver(false)
    if (selected) onFile(selected)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    selectFile(event.dataTransfer.files[0])
  }
  return (
    <Box
      onDragOver={(event) => {
        event.preventDefault()
        setDragOver(true)
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={drop}
      sx={{
        ...dropZone,
        borderColor: error ? 'error.main' : isDragOver ? 'primary.main' : 'divider',
        bgcolor: isDragOver ? 'action.hover' : undefined,
      }}
    >
      <UploadIcon color="action" sx={{ fontSize: 40 }} />
      <Typography sx={{ overflowWrap: 'anywhere' }} aria-live="polite">
        {file ? `${file.name}（${fileSizeText(file.size)}）` : '將檔案拖曳到這裡，或'}
      </Typography>
      <Button
        {...labelProps}
        variant="outlined"
        sx={{ '&:focus-within': { outline: 2, outlineOffset: 2, outlineColor: 'primary.main' } }}
      >
        {file ? '更換檔案' : '選擇檔案'}
        <input
          type="file"
          aria-label={label}
          aria-describedby={helpId}
          accept={accept}
          style={visuallyHidden}
          onChange={(event) => {
            selectFile(event.target.files?.[0])
            // The same file may be selected again after it was corrected.
            event.target.value = ''
          }}
        />
      </Button>
      <FormHelperText id={helpId} error={error !== undefined} role={error ? 'alert' : undefined}>
        {error ?? help}
      </FormHelperText>
    </Box>
  )
}

// The file input inside the label takes the keyboard focus, so the label must not.
const labelProps = { component: 'label', role: undefined, tabIndex: -1 } as const

const dropZone = {
  display: 'grid',
  justifyItems: 'center',
  gap: 1,
  p: 3,
  border: 2,
  borderStyle: 'dashed',
  borderRadius: 1,
  textAlign: 'center',
} as const
