import { Alert, TextField } from '@mui/material'
import { useState } from 'react'
import { useSelectedAgreement } from '../../../src/admin'
import { groupedAccount } from '../../../src/domain/accounts/account-text'
import { applyCodeOf, plainAccount } from '../../../src/domain/accounts/virtual-account'
import { enumText } from '../../../src/domain/enums'
import { useLine } from '../calls'
import { type ExceptionLine, lineOf } from '../line'
import { errorsOf, HandlingDialog } from './HandlingDialog'
import { type HandlingDialogProps, type HandlingState, useHandling } from './use-handling'

/** Renders the dialog that corrects the virtual account of a line, which is then matched again. */
export const ChangeAccountDialog = (props: HandlingDialogProps) => {
  const lineState = useLine(lineOf(props))
  const { line } = lineState
  const { codes } = useSelectedAgreement()
  const suggested = props.suggestion?.VACAccount ?? ''
  const [account, setAccount] = useState(suggested)
  const [isLeft, setLeft] = useState(false)
  const typed = account.trim()
  const problem = accountProblem(typed, line, codes)
  const handling = useHandling(props, {
    call: 'ChangeVACAccount',
    line: lineState,
    body: problem === null ? { VACAccount: typed } : null,
    hasInput: account !== suggested,
    hasDocuments: true,
  })
  // While the user is still typing, only what can no longer become right is shown as an error.
  const shownProblem =
    errorsOf(handling.refusal).VACAccount ?? (isLeft || typed.length >= 14 || !isPrefix(typed, codes) ? problem : null)
  return (
    <HandlingDialog
      handling={handling}
      title="更正虛擬帳號"
      submitText="更正"
      phrases={['繳款人誤植帳號', '行員誤植帳號', '繳款人來電確認正確帳號']}
      ownFields={['VACAccount']}
      localEffect={
        problem === null && <Alert severity="info">送出後系統會檢查帳號，並依更正後的帳號再次比對帳單。</Alert>
      }
    >
      <TextField
        label="更正後虛擬帳號"
        required
        value={account}
        onChange={({ target }) => setAccount(target.value.replace(/[^\d]/g, ''))}
        onBlur={() => setLeft(true)}
        error={typed !== '' && Boolean(shownProblem)}
        helperText={(typed !== '' && shownProblem) || lengthText(typed, line)}
        autoComplete="off"
        autoFocus
        slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 16 }, inputLabel: { shrink: true } }}
      />
      <MatchText handling={handling} />
    </HandlingDialog>
  )
}

const lengthText = (typed: string, { OriginalVACAccount, VACAccount }: ExceptionLine): string =>
  `已輸入 ${typed.length} 碼。通路傳來的帳號是 ${groupedAccount(OriginalVACAccount ?? VACAccount)}。`

/** Returns whether the text can still become an account of the user. */
const isPrefix = (typed: string, codes: readonly string[]): boolean =>
  typed === '' || codes.length === 0 || codes.some((code) => code.startsWith(typed) || typed.startsWith(code))

/** Returns what is wrong with an account as far as the browser knows; the server verifies its check digits. */
const accountProblem = (typed: string, line: ExceptionLine, codes: readonly string[]): string | null => {
  if (codes.length > 0 && !isPrefix(typed, codes)) return `虛擬帳號的開頭不是您的委託單位代號（${codes.join('、')}）。`
  if (typed.length !== 14 && typed.length !== 16) return `虛擬帳號是 14 或 16 碼，目前 ${typed.length} 碼。`
  if (plainAccount(typed) === plainAccount(line.VACAccount)) return '與目前的虛擬帳號相同，請填寫正確的虛擬帳號。'
  return codes.length > 0 && applyCodeOf(typed, codes) === null
    ? `虛擬帳號的開頭不是您的委託單位代號（${codes.join('、')}）。`
    : null
}

/** Renders which bill the corrected account would match. */
const MatchText = ({ handling: { effect } }: { handling: HandlingState }) => {
  const after = effect.preview?.Line.After
  if (after === undefined) return null
  return after.WriteOffStatus === 'ChangedVAC' ? (
    <Alert severity="success">{`檢查碼正確，會銷帳到帳單 ${after.BillNo ?? ''}。`}</Alert>
  ) : (
    <Alert severity="warning">
      {`檢查碼正確，但還不能銷帳：${enumText('ExceptionType', after.ExceptionType ?? '') || '沒有這個帳號的帳單'}${after.BillNo ? `（帳單 ${after.BillNo}）` : ''}。`}
    </Alert>
  )
}
