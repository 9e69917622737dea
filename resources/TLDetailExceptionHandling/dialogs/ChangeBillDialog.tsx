import { Alert } from '@mui/material'
import { useState } from 'react'
import { askConfirmation } from '../../../src/browser/dialogs/dialogs'
import { moneyText } from '../../../src/browser/format'
import type { ApiError } from '../../../src/browser/http/api-error'
import { type OfferedBill, readChosenBill, useChangeBills, useLine } from '../calls'
import { BillChoice } from '../inputs/BillChoice'
import { type ExceptionLine, lineOf, payableAmount } from '../line'
import { errorsOf, HandlingDialog } from './HandlingDialog'
import { LocalEffect } from './LocalEffect'
import { type HandlingDialogProps, useHandling } from './use-handling'

/** Renders the dialog that writes a line off on a chosen bill. */
export const ChangeBillDialog = (props: HandlingDialogProps) => {
  const lineState = useLine(lineOf(props))
  const { line } = lineState
  const [chosen, setChosen] = useState<OfferedBill | null>(null)
  const proposed = useProposedBill(line.SerialId, props.suggestion)
  const bill = chosen ?? proposed
  const extra = bill ? payableAmount(line) - bill.RemainAmount : 0
  const handling = useHandling(props, {
    call: 'ChangeBill',
    line: lineState,
    body: bill && { BillSerialId: bill.SerialId },
    // The preview shows the over-payment; the action asks for it.
    previewed: extra > 0 ? { ConfirmOverPay: true } : {},
    hasInput: chosen !== null,
    hasDocuments: true,
    ask: (refusal) => askOverPayment(refusal, bill, line, extra),
    reloadInput: async () => {
      if (bill) setChosen(await readChosenBill(line.SerialId, bill))
    },
  })
  return (
    <HandlingDialog
      handling={handling}
      title="改銷"
      submitText={bill ? `改銷到 ${bill.BillNo}` : '改銷'}
      phrases={['繳款人誤用另一張帳單的帳號', '逾期繳款，同意收取', '繳款人來電確認']}
      ownFields={['BillSerialId']}
      localEffect={
        bill && <LocalEffect line={line} status="ChangedBill" payments={[{ bill, amount: payableAmount(line) }]} />
      }
    >
      <BillChoice
        serialId={line.SerialId}
        bill={bill}
        onChange={setChosen}
        error={errorsOf(handling.refusal).BillSerialId}
      />
      {bill && bill.RemainAmount > 0 && extra > 0 && (
        <Alert severity="warning">
          {`這筆款項比帳單未繳的金額多 ${moneyText(extra, line.CurrencyType)}，改銷後帳單會溢繳。分給多張帳單請用「分拆」。`}
        </Alert>
      )}
      {bill && extra < 0 && (
        <Alert severity="info">
          {`這筆款項比帳單未繳的金額少 ${moneyText(-extra, line.CurrencyType)}，改銷後帳單仍有未繳餘額。`}
        </Alert>
      )}
    </HandlingDialog>
  )
}

/** Returns the bill that a suggestion names; null without one, and until the bills are read. */
const useProposedBill = (serialId: number, suggestion: HandlingDialogProps['suggestion']): OfferedBill | null => {
  // The same call as that of the list without a keyword, unless the bill is not among the first hundred.
  const { data } = useChangeBills(serialId, suggestion?.BillNo ?? '')
  if (!suggestion?.BillSerialId) return null
  return data?.Items.find(({ SerialId }) => SerialId === suggestion.BillSerialId) ?? null
}

/** Asks whether a bill may be over-paid, before the call or after the server has refused it for that reason. */
const askOverPayment = async (
  refusal: ApiError | null,
  bill: OfferedBill | null,
  line: ExceptionLine,
  extra: number,
): Promise<Readonly<Record<string, unknown>> | null> => {
  if (refusal ? refusal.code !== '2007' || extra > 0 : extra <= 0) return refusal ? null : {}
  const isConfirmed = await askConfirmation(`確定要讓帳單 ${bill?.BillNo ?? ''} 溢繳嗎？`, {
    body: refusal
      ? refusal.message
      : `帳單未繳 ${moneyText(bill?.RemainAmount ?? 0, line.CurrencyType)}，這筆款項 ${moneyText(payableAmount(line), line.CurrencyType)}，會溢繳 ${moneyText(extra, line.CurrencyType)}。多出的款項請在系統外退還，或留待抵扣。`,
    confirmText: '溢繳並改銷',
    danger: true,
  })
  return isConfirmed ? { ConfirmOverPay: true } : null
}
