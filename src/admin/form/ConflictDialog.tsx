import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControl,
  FormControlLabel,
  FormLabel,
  Radio,
  RadioGroup,
  Typography,
} from '@mui/material'
import { useEffect, useId, useState } from 'react'
import { dateTimeText } from '../../browser/format'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { useIsNarrow } from '../hooks/use-is-narrow'
import type { Difference, Side } from './differences'

/** Props of the dialog about a record that was changed meanwhile. */
export interface ConflictDialogProps {
  readonly resource: Resource
  /** The record as it is stored now. */
  readonly theirs: RecordValues
  readonly differences: readonly Difference[]
  /** Saves the form with these values. */
  readonly onChoose: (values: RecordValues) => void
  readonly onClose: () => void
}

/**
 * Renders the dialog that shows both values of each field that differs, of which the user keeps one.
 * If the other user has changed nothing that the form shows, the form is saved without a question.
 */
export const ConflictDialog = ({ resource, theirs, differences, onChoose, onClose }: ConflictDialogProps) => {
  const id = useId()
  const isNarrow = useIsNarrow()
  const [shown] = useState(differences)
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>(() =>
    Object.fromEntries(shown.map(({ field, proposed }) => [field.name, proposed])),
  )
  const isAsked = shown.some(({ isChangedByThem }) => isChangedByThem)
  const save = () =>
    onChoose(
      Object.fromEntries(
        shown.map(({ field, mine, theirs: stored }) => [
          field.name,
          sides[field.name] === 'mine' ? mine.value : stored.value,
        ]),
      ),
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => {
    if (!isAsked) save()
  }, [])
  if (!isAsked) return null
  return (
    <Dialog
      open
      fullWidth
      maxWidth="md"
      fullScreen={isNarrow}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={(_, reason) => reason === 'escapeKeyDown' && onClose()}
    >
      <DialogTitle id={`${id}-title`}>資料已有異動</DialogTitle>
      <DialogContent>
        <Typography id={`${id}-text`} sx={{ mb: 2 }}>
          「{String(theirs.UpdateUser ?? '其他使用者')}」已於 {dateTimeText(String(theirs.UpdateTime))} 修改這
          {resource.unit}
          {resource.noun}，您的變更尚未儲存。以下欄位的內容不同，請選擇要保留的內容。
        </Typography>
        {shown.map((difference) => (
          <FieldChoice
            key={difference.field.name}
            id={`${id}-${difference.field.name}`}
            difference={difference}
            side={sides[difference.field.name] ?? 'theirs'}
            onChange={(side) => setSides({ ...sides, [difference.field.name]: side })}
          />
        ))}
      </DialogContent>
      <DialogActions sx={{ px: 3, py: 1.5, borderTop: 1, borderColor: 'divider' }}>
        <Button variant="outlined" onClick={onClose}>
          繼續編輯
        </Button>
        <Button variant="contained" onClick={save}>
          儲存選擇的內容
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface FieldChoiceProps {
  readonly id: string
  readonly difference: Difference
  readonly side: Side
  readonly onChange: (side: Side) => void
}

const FieldChoice = ({ id, difference, side, onChange }: FieldChoiceProps) => {
  const { field, mine, theirs, isOutdated } = difference
  return (
    <FormControl component="div" sx={{ display: 'block', borderTop: 1, borderColor: 'divider', py: 1.5 }}>
      <FormLabel id={id} sx={{ fontWeight: 600, color: 'text.primary' }}>
        {field.label}
      </FormLabel>
      <RadioGroup
        aria-labelledby={id}
        value={side}
        onChange={(_, value) => onChange(value === 'mine' ? 'mine' : 'theirs')}
        sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, columnGap: 2 }}
      >
        <FormControlLabel
          value="mine"
          control={<Radio />}
          disabled={isOutdated}
          label={<Value name="您填寫的內容" text={mine.text} />}
          sx={optionStyles}
        />
        <FormControlLabel
          value="theirs"
          control={<Radio />}
          label={<Value name="目前儲存的內容" text={theirs.text} />}
          sx={optionStyles}
        />
      </RadioGroup>
      {isOutdated && (
        <Typography variant="body2" color="textSecondary">
          列次可能已經不同，因此只能保留目前的內容，您的修改請重新填寫。
        </Typography>
      )}
    </FormControl>
  )
}

const Value = ({ name, text }: { name: string; text: string }) => (
  <>
    <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
      {name}
    </Typography>
    <Box component="span" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {text === '' ? '（空白）' : text}
    </Box>
  </>
)

const optionStyles = { alignItems: 'flex-start', m: 0, minHeight: 44, '& .MuiFormControlLabel-label': { pt: 0.5 } }
