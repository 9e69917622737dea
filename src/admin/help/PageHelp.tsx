import CloseIcon from '@mui/icons-material/Close'
import { Box, IconButton, Popover, Stack, Typography } from '@mui/material'
import { type ReactNode, useId } from 'react'
import type { Resource } from '../../schema/language/resource'
import { type Field, isEntered } from '../../schema/language/types'
import { fieldNotes } from '../../schema/text/field-notes'

interface PageHelpProps {
  readonly resource: Resource
  /** The button below which the help is shown. */
  readonly anchor: HTMLElement
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Renders the help of a page from its schema: what it is for, and the fields and rules of its records. */
export const PageHelp = ({ resource, anchor, isOpen, onClose }: PageHelpProps) => {
  const titleId = useId()
  const { description, fields, rules } = resource
  const explained = fields.map((field) => ({ field, notes: notesOf(field) })).filter(({ notes }) => notes.length > 0)
  return (
    <Popover
      open={isOpen}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      sx={{ displayPrint: 'none' }}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': titleId, sx: panelStyles } }}
    >
      <Stack direction="row" sx={{ alignItems: 'flex-start', gap: 1 }}>
        <Typography id={titleId} component="h2" variant="h6" sx={{ flexGrow: 1 }}>
          {resource.label}說明
        </Typography>
        <IconButton aria-label="關閉" onClick={onClose} sx={{ mt: -1, mr: -1 }}>
          <CloseIcon />
        </IconButton>
      </Stack>
      <Box role="region" aria-label="說明內容" tabIndex={0} sx={contentStyles}>
        {description && <Typography>{description}</Typography>}
        {explained.length > 0 && (
          <Part title="欄位">
            <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1 }}>
              {explained.map(({ field, notes }) => (
                <div key={field.name}>
                  <Typography component="dt" variant="body2" sx={{ fontWeight: 600 }}>
                    {field.label}
                  </Typography>
                  <Typography component="dd" variant="body2" color="textSecondary" sx={{ m: 0 }}>
                    {notes.join('')}
                  </Typography>
                </div>
              ))}
            </Box>
          </Part>
        )}
        {rules.length > 0 && (
          <Part title="規則">
            <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
              {rules.map(({ message }) => (
                <Typography key={message} component="li" variant="body2">
                  {message}
                </Typography>
              ))}
            </Box>
          </Part>
        )}
      </Box>
    </Popover>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box component="section" sx={{ mt: 2 }}>
    <Typography component="h3" variant="subtitle1" sx={{ mb: 0.5 }}>
      {title}
    </Typography>
    {children}
  </Box>
)

/** Returns what is worth knowing about a field: of a field that users enter also its limits. */
const notesOf = (field: Field): readonly string[] => {
  if (!isEntered(field)) return field.help ? [field.help] : []
  const notes = fieldNotes(field)
  return field.required && notes.length > 0 ? ['必填。', ...notes] : notes
}

const panelStyles = {
  display: 'flex',
  flexDirection: 'column',
  width: 'min(480px, calc(100vw - 32px))',
  maxHeight: 'min(640px, calc(100vh - 32px))',
  p: 2,
  border: 1,
  borderColor: 'divider',
} as const

const contentStyles = { overflowY: 'auto', minHeight: 0, overflowWrap: 'anywhere' }
