import LightbulbIcon from '@mui/icons-material/LightbulbOutlined'
import { Box, Button } from '@mui/material'
import type { ComponentType, MouseEvent } from 'react'
import { actionsAllowedFor, useActions, useConditionContext, useOpenDialog, useSchema } from '../../src/admin'
import { textSizes } from '../../src/browser/theme/type-scale'
import { groupedAccount } from '../../src/domain/accounts/account-text'
import { lineDialogs } from './action-dialogs'
import { type Suggestion, useSuggestion } from './calls'
import type { HandlingDialogProps } from './dialogs/use-handling'
import type { ExceptionLine } from './line'

/** Renders what would solve an exception, with a button that opens the dialog with this input in the `DialogHost`. */
export const SuggestionText = ({ line, lines }: { line: ExceptionLine; lines: readonly ExceptionLine[] }) => {
  const suggestion = useSuggestion(line, lines)
  const openDialog = useOpenDialog()
  const isAllowed = useIsAllowed(line, suggestion)
  if (!suggestion) return null
  const Dialog = suggestion.Action ? suggestedDialogs[suggestion.Action] : undefined
  const open = (event: MouseEvent) => {
    // A click on the row would open the record.
    event.stopPropagation()
    if (!Dialog) return
    openDialog((close) => <Dialog records={[line]} suggestion={suggestion} onDone={() => {}} onClose={close} />)
  }
  return (
    <Box component="span" sx={styles}>
      <LightbulbIcon fontSize="inherit" aria-hidden sx={{ verticalAlign: '-0.125em', mr: 0.5 }} />
      {suggestion.Text}{' '}
      {Dialog && isAllowed && (
        <Button size="small" variant="outlined" onClick={open} sx={buttonStyles}>
          {buttonText(suggestion)}
        </Button>
      )}
    </Box>
  )
}

const styles = { color: 'text.secondary', fontSize: textSizes.small }
const buttonStyles = { py: 0, verticalAlign: 'baseline', '@media print': { display: 'none' } }

const suggestedDialogs: Readonly<Record<string, ComponentType<HandlingDialogProps>>> = lineDialogs

const buttonText = ({ Action, BillNo, VACAccount, Parts }: Suggestion): string => {
  if (Action === 'ChangeBill') return `改銷到 ${BillNo ?? ''}`
  if (Action === 'Divide') return `分拆為 ${Parts?.length ?? ''} 筆`
  return Action === 'ChangeVACAccount' ? `更正為 ${groupedAccount(VACAccount ?? '')}` : '作廢'
}

/** Returns whether the user may do what is suggested for a line. */
const useIsAllowed = (line: ExceptionLine, suggestion: Suggestion | undefined): boolean => {
  const actions = useActions(useSchema(), 'row')
  const context = useConditionContext()
  return actionsAllowedFor(actions, line, context).some(({ name }) => name === suggestion?.Action)
}
