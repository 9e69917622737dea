import { Refusal } from '../refusal'

/** Returns the text of the code that a slip prints, percent-encoded: a transfer (type 02) to the virtual account, with the amount (whole NTD) when it is known. Refuses what the wallets would not accept. */
export const twqrTransfer = ({
  bankCode,
  account,
  amount,
}: {
  readonly bankCode: string
  readonly account: string
  readonly amount: number | null
}): string => {
  // The wallets count cents.
  const cents = amount === null ? [] : [fieldOf('D1', `${amount}00`, /^\d{3,12}$/)]
  const fields = [...cents, fieldOf('D5', bankCode, /^\d{3}$/), fieldOf('D6', account.padStart(16, '0'), /^\d{16}$/), 'D10=901']
  return encodeURIComponent(`TWQRP://個人轉帳/158/02/V1?${fields.join('&')}`)
}

const fieldOf = (tag: string, value: string, form: RegExp): string => {
  if (!form.test(value)) throw new Refusal('2002', `TWQR 內容有誤：欄位 ${tag} 的內容「${value}」不符規定。`)
  return `${tag}=${value}`
}
