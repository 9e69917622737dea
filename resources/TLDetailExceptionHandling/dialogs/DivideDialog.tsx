import { Typography } from '@mui/material'
import { useState } from 'react'
import { moneyText } from '../../../src/browser/format'
import { readChosenBill, useLine } from '../calls'
import { PartsInput } from '../inputs/PartsInput'
import { dividedItems, emptyPart, partMessage, suggestedParts } from '../inputs/parts'
import { lineOf, payableAmount } from '../line'
import { errorsOf, HandlingDialog } from './HandlingDialog'
import { type HandlingDialogProps, useHandling } from './use-handling'

/** Renders the dialog that divides a line between several bills or accounts. */
export const DivideDialog = (props: HandlingDialogProps) => {
  const lineState = useLine(lineOf(props))
  const { line } = lineState
  const [initialParts] = useState(
    () => suggestedParts(props.suggestion, line.CurrencyType) ?? [emptyPart(0), emptyPart(1)],
  )
  const [parts, setParts] = useState(initialParts)
  const total = payableAmount(line)
  const items = dividedItems(parts, total, line.CurrencyType)
  const handling = useHandling(props, {
    call: 'Divide',
    line: lineState,
    body: items && { Items: items },
    hasInput: parts !== initialParts,
    hasDocuments: true,
    reloadInput: async () => {
      const reloaded = await Promise.all(
        parts.map(async (part) =>
          part.bill ? { ...part, bill: await readChosenBill(line.SerialId, part.bill) } : part,
        ),
      )
      setParts(reloaded)
    },
  })
  const refusal = partMessage(errorsOf(handling.refusal).Items ?? '')
  return (
    <HandlingDialog
      handling={handling}
      title="分拆"
      submitText={`分拆為 ${parts.length} 筆`}
      phrases={['一筆匯款繳多張帳單', '繳款人來電確認分配', '溢繳部分留抵其他帳單']}
      ownFields={refusal ? ['Items'] : []}
      localEffect={null}
    >
      {total !== line.Amount && (
        <Typography color="textSecondary">
          {`可分拆的金額是 ${moneyText(total, line.CurrencyType)}（交易金額扣除繳款人負擔的手續費）。`}
        </Typography>
      )}
      <PartsInput
        serialId={line.SerialId}
        parts={parts}
        onChange={setParts}
        total={total}
        currency={line.CurrencyType}
        refusal={refusal}
      />
    </HandlingDialog>
  )
}
