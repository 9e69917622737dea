import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import { Box, Button, IconButton, Stack, TextField, Typography } from '@mui/material'
import { type KeyboardEvent, useRef, useState } from 'react'
import { moneyText } from '../../../src/browser/format'
import { maxParts } from '../../../src/domain/payments/divide'
import { BillPicker } from './BillPicker'
import {
  amountInput,
  emptyPart,
  type Part,
  type PartErrors,
  partErrors,
  proposedAmount,
  undividedAmount,
} from './parts'

interface PartsInputProps {
  readonly serialId: number
  readonly parts: readonly Part[]
  readonly onChange: (parts: readonly Part[]) => void
  /** The amount that the parts must add up to, and its currency. */
  readonly total: number
  readonly currency: string
  /** What the server has refused: a part and why. */
  readonly refusal: { readonly index: number; readonly text: string } | null
}

/** Renders the parts of a division, and what stays to be divided. Enter in an amount goes on to the next part. */
export const PartsInput = ({ serialId, parts, onChange, total, currency, refusal }: PartsInputProps) => {
  const [leftKeys, setLeftKeys] = useState<ReadonlySet<number>>(new Set())
  const [focusedKey, setFocusedKey] = useState<number | null>(null)
  const nextKey = useRef(Math.max(-1, ...parts.map(({ key }) => key)) + 1)
  const change = (key: number, values: Partial<Part>) =>
    onChange(parts.map((part) => (part.key === key ? { ...part, ...values } : part)))
  const add = () => {
    if (parts.length >= maxParts) return
    const part = emptyPart(nextKey.current++)
    setFocusedKey(part.key)
    onChange([...parts, part])
  }
  return (
    <Stack spacing={1.5} component="section" aria-label="分拆明細">
      {parts.map((part, index) => (
        <PartRow
          key={part.key}
          part={part}
          parts={parts}
          index={index}
          serialId={serialId}
          total={total}
          currency={currency}
          hasFocus={part.key === focusedKey}
          errors={{
            ...(leftKeys.has(part.key) ? partErrors(part, parts, currency) : {}),
            ...(refusal?.index === index ? { target: refusal.text } : {}),
          }}
          onChange={(values) => change(part.key, values)}
          onLeave={() => setLeftKeys(new Set([...leftKeys, part.key]))}
          onNext={index === parts.length - 1 ? add : undefined}
          onRemove={parts.length > 2 ? () => onChange(parts.filter(({ key }) => key !== part.key)) : undefined}
        />
      ))}
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap', gap: 1 }}>
        <Button startIcon={<AddIcon />} onClick={add} disabled={parts.length >= maxParts}>
          新增一筆
        </Button>
        <Remainder amount={undividedAmount(parts, total, currency)} currency={currency} />
      </Stack>
    </Stack>
  )
}

interface PartRowProps extends Pick<PartsInputProps, 'parts' | 'serialId' | 'total' | 'currency'> {
  readonly part: Part
  readonly index: number
  readonly hasFocus: boolean
  readonly errors: PartErrors
  readonly onChange: (values: Partial<Part>) => void
  readonly onLeave: () => void
  /** Adds a part, on the last one. */
  readonly onNext: (() => void) | undefined
  /** Removes the part, if enough stay. */
  readonly onRemove: (() => void) | undefined
}

const PartRow = (props: PartRowProps) => {
  const { part, parts, index, total, currency, errors, onChange, onLeave, onNext, onRemove } = props
  const name = `第 ${index + 1} 筆`
  const proposal = proposedAmount(part, parts, total, currency)
  const goOn = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (onNext) onNext()
    else focusNextInput(event.currentTarget)
  }
  return (
    <Box data-part sx={rowStyles} role="group" aria-label={name}>
      <BillPicker
        label={`${name}：帳單或虛擬帳號`}
        part={part}
        serialId={props.serialId}
        currency={currency}
        takenIds={parts.flatMap(({ key, bill }) => (key !== part.key && bill ? bill.SerialId : []))}
        onChange={(target) => onChange({ ...target, ...filledAmount({ ...part, ...target }, parts, total, currency) })}
        onBlur={onLeave}
        hasFocus={props.hasFocus}
        error={errors.target}
      />
      <div>
        <TextField
          label={`${name}：金額`}
          required
          value={part.amount}
          onChange={({ target }) => onChange({ amount: target.value })}
          onKeyDown={goOn}
          onBlur={onLeave}
          error={errors.amount !== undefined}
          helperText={errors.amount}
          autoComplete="off"
          slotProps={{
            htmlInput: { inputMode: 'decimal', style: { textAlign: 'right' } },
            inputLabel: { shrink: true },
          }}
        />
        {proposal > 0 && (
          <Button size="small" onClick={() => onChange({ amount: amountInput(proposal, currency) })}>
            {`填入${part.bill ? '未繳餘額' : '尚餘金額'} ${amountInput(proposal, currency)}`}
          </Button>
        )}
      </div>
      <IconButton aria-label={`刪除${name}`} title="刪除" onClick={onRemove} disabled={!onRemove} sx={{ mt: 0.25 }}>
        <DeleteIcon fontSize="small" />
      </IconButton>
    </Box>
  )
}

/** Returns the amount of a part whose bill was just chosen, unless the user has typed one. */
const filledAmount = (part: Part, parts: readonly Part[], total: number, currency: string): Partial<Part> => {
  const proposal = proposedAmount(part, parts, total, currency)
  return part.bill && part.amount.trim() === '' && proposal > 0 ? { amount: amountInput(proposal, currency) } : {}
}

/** Moves the focus to the first input of the next part. */
const focusNextInput = (input: Element): void => {
  const next = input.closest('[data-part]')?.nextElementSibling
  next?.querySelector('input')?.focus()
}

const Remainder = ({ amount, currency }: { amount: number; currency: string }) => (
  <Typography
    role="status"
    color={amount === 0 ? 'success' : amount < 0 ? 'error' : 'textPrimary'}
    sx={{ fontWeight: 600 }}
  >
    {amount < 0 ? `超過 ${moneyText(-amount, currency)}` : `尚餘 ${moneyText(amount, currency)}`}
  </Typography>
)

const rowStyles = {
  display: 'grid',
  gap: 1,
  alignItems: 'start',
  gridTemplateColumns: { xs: '1fr auto', sm: 'minmax(0, 1fr) 180px auto' },
  '& > :first-of-type': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
}
