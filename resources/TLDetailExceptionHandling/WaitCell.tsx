import { Box } from '@mui/material'
import { useContext } from 'react'
import { ListContext } from 'react-admin'
import type { CellProps } from '../../src/admin'
import { TextWithAccounts } from '../../src/browser/TextWithAccounts'
import { textSizes } from '../../src/browser/theme/type-scale'
import { taipeiToday } from '../../src/domain/dates/dates'
import { useProposal } from './calls'
import { HandlingText } from './HandlingSummary'
import { LineState } from './LineState'
import { type ExceptionLine, isOpenLine, waitReason, waitTime } from './line'
import { SuggestionText } from './SuggestionText'

/**
 * Renders the state of a line in the list: why it waits, how long, and what would solve it.
 * The detail page says that in a section of its own.
 */
export const WaitCell = ({ record, children }: CellProps) => {
  // Outside of a list there is no context.
  const list = useContext(ListContext) as { readonly data?: readonly ExceptionLine[] } | null
  const line = record as ExceptionLine
  const lines = list?.data ?? []
  const proposal = useProposal(line, lines)
  if (list === null) return children
  return (
    <Box component="span" sx={cellStyles}>
      <span>
        <LineState line={line} />{' '}
        {isOpenLine(line) && (
          <Box component="span" sx={{ color: 'text.secondary', fontSize: textSizes.label }}>
            {waitTime(line, taipeiToday(new Date()))}
          </Box>
        )}
      </span>
      <span>
        <TextWithAccounts text={waitReason({ ...line, HandleUser: proposal?.User ?? line.HandleUser })} />
      </span>
      {proposal && (
        <span>
          {'提出的處理：'}
          <HandlingText handling={proposal} line={line} />
        </span>
      )}
      <SuggestionText line={line} lines={lines} />
    </Box>
  )
}

const cellStyles = {
  display: 'inline-flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: 0.5,
  // The widest content of a table cell.
  width: { md: 248 },
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
}
