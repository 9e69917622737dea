import SearchIcon from '@mui/icons-material/Search'
import { Box, FormControlLabel, InputAdornment, Radio, RadioGroup, TextField, Typography } from '@mui/material'
import { useState } from 'react'
import { FailurePanel, PageSkeleton } from '../../../src/admin'
import { countText } from '../../../src/browser/format'
import { textSizes } from '../../../src/browser/theme/type-scale'
import { isShortKeyword, type OfferedBill, shortKeywordText, useChangeBills } from '../calls'
import { BillRow } from './BillRow'

interface BillChoiceProps {
  readonly serialId: number
  readonly bill: OfferedBill | null
  readonly onChange: (bill: OfferedBill) => void
  /** What the server has refused. */
  readonly error?: string | undefined
}

/** Renders the bills that a line can pay as a list of radio buttons, in the server's order, with a search. */
export const BillChoice = ({ serialId, bill, onChange, error }: BillChoiceProps) => {
  const [keyword, setKeyword] = useState('')
  const { data, error: failure, refetch } = useChangeBills(serialId, keyword)
  // The chosen bill stays in the list while the user searches for others.
  const listed = data?.Items ?? []
  const bills = bill && !listed.some(({ SerialId }) => SerialId === bill.SerialId) ? [bill, ...listed] : listed
  return (
    <div>
      <TextField
        label="搜尋帳單"
        placeholder="帳單編號、姓名、代號或虛擬帳號"
        value={keyword}
        onChange={({ target }) => setKeyword(target.value)}
        // Enter in the search must not perform the action.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        autoComplete="off"
        helperText={isShortKeyword(keyword) && shortKeywordText}
        slotProps={{
          inputLabel: { shrink: true },
          input: {
            endAdornment: (
              <InputAdornment position="end">
                <SearchIcon fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
      />
      {failure ? (
        <FailurePanel error={failure} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <PageSkeleton />
      ) : (
        <>
          <Box sx={listStyles}>
            <RadioGroup
              aria-label="改銷的帳單"
              value={bill?.SerialId ?? ''}
              onChange={(_, value) => {
                const chosen = bills.find(({ SerialId }) => String(SerialId) === value)
                if (chosen) onChange(chosen)
              }}
            >
              {bills.map((offered) => (
                <FormControlLabel
                  key={offered.SerialId}
                  value={offered.SerialId}
                  control={<Radio size="small" />}
                  label={<BillRow bill={offered} />}
                  disableTypography
                  sx={choiceStyles}
                />
              ))}
            </RadioGroup>
            {bills.length === 0 && (
              <Typography color="textSecondary" sx={{ p: 2 }}>
                {keyword.trim() === ''
                  ? '這個委託單位沒有未繳清的帳單。'
                  : `找不到「${keyword.trim()}」的未繳帳單，請換個關鍵字。`}
              </Typography>
            )}
          </Box>
          {data.TotalCount > data.Items.length && (
            <Typography color="textSecondary" sx={{ fontSize: textSizes.label, mt: 0.5 }}>
              {`列出前 ${countText(data.Items.length)} 張，還有其他帳單；請用搜尋縮小範圍。`}
            </Typography>
          )}
        </>
      )}
      {error && (
        <Typography color="error" role="alert" sx={{ fontSize: textSizes.label, mt: 0.5 }}>
          {error}
        </Typography>
      )}
    </div>
  )
}

const listStyles = { mt: 1, maxHeight: 280, overflowY: 'auto', border: 1, borderColor: 'divider', borderRadius: 1 }

const choiceStyles = {
  m: 0,
  px: 1,
  py: 0.75,
  gap: 0.5,
  '& + &': { borderTop: 1, borderColor: 'divider' },
  '& > :last-child': { flexGrow: 1 },
  '&:has(:checked)': { bgcolor: 'action.selected' },
}
