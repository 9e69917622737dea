import { Autocomplete, Box, TextField } from '@mui/material'
import { useState } from 'react'
import { moneyText } from '../../../src/browser/format'
import { isShortKeyword, type OfferedBill, shortKeywordText, useChangeBills } from '../calls'
import { BillRow } from './BillRow'
import type { Part } from './parts'

interface BillPickerProps {
  readonly label: string
  readonly part: Part
  readonly serialId: number
  readonly currency: string
  /** The bills of the other parts, which cannot be chosen again. */
  readonly takenIds: readonly number[]
  readonly onChange: (target: Pick<Part, 'bill' | 'account'>) => void
  readonly onBlur: () => void
  readonly hasFocus: boolean
  readonly error?: string | undefined
}

/** Renders the input of what a part pays: a bill, found by number, name or account, or a typed account. */
export const BillPicker = (props: BillPickerProps) => {
  const { label, part, serialId, currency, takenIds, onChange, onBlur, hasFocus, error } = props
  const [isOpen, setOpen] = useState(false)
  const text = part.bill ? billLabel(part.bill) : part.account
  const { data, isFetching } = useChangeBills(serialId, part.bill ? '' : part.account)
  return (
    <Autocomplete<OfferedBill, false, false, true>
      freeSolo
      forcePopupIcon
      openOnFocus
      open={isOpen}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      size="small"
      options={[...(data?.Items ?? [])]}
      loading={isFetching}
      loadingText="搜尋中…"
      clearText="清除"
      openText="展開"
      closeText="收合"
      // The server has already searched.
      filterOptions={(options) => options}
      getOptionLabel={(option) => (typeof option === 'string' ? option : billLabel(option))}
      getOptionKey={(option) => (typeof option === 'string' ? option : option.SerialId)}
      getOptionDisabled={({ SerialId }) => takenIds.includes(SerialId)}
      isOptionEqualToValue={(option, value) => typeof value !== 'string' && option.SerialId === value.SerialId}
      value={null}
      inputValue={text}
      onInputChange={(_, typed, reason) => {
        if (reason === 'input') onChange({ bill: null, account: typed })
        if (reason === 'clear') onChange({ bill: null, account: '' })
      }}
      onChange={(_, chosen) => {
        if (chosen !== null)
          onChange(typeof chosen === 'string' ? { bill: null, account: chosen } : { bill: chosen, account: '' })
      }}
      onBlur={onBlur}
      renderOption={({ key, ...optionProps }, option) => (
        <Box component="li" key={key} {...optionProps}>
          <BillRow bill={option} />
        </Box>
      )}
      renderInput={(input) => (
        <TextField
          {...input}
          label={label}
          required
          autoFocus={hasFocus}
          placeholder="帳單編號、姓名或虛擬帳號"
          error={error !== undefined}
          helperText={error ?? noteOf(part, currency)}
          slotProps={{ ...input.slotProps, inputLabel: { ...input.slotProps.inputLabel, shrink: true } }}
        />
      )}
    />
  )
}

const billLabel = ({ BillNo, PayerName }: NonNullable<Part['bill']>): string =>
  PayerName === undefined ? BillNo : `${BillNo} ${PayerName}`

const noteOf = ({ bill, account }: Part, currency: string): string | undefined => {
  if (bill) return `未繳 ${moneyText(bill.RemainAmount, currency)}`
  return isShortKeyword(account) ? shortKeywordText : undefined
}
