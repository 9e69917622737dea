import { computeCheckDigits } from '../../../src/domain/accounts/check-digits'
import type { RecordValues } from '../../../src/schema/language/types'
import type { Answer, Client } from '../client'

/** Returns a different account of the committee's agreement for each n. */
export const accountNo = (n: number): string => {
  const body = `77001${String(n).padStart(8, '0')}`
  return `${body}${computeCheckDigits('W371', body, null)}`
}

/** A valid body of a new entry of the white list; each n gives a different one. */
export const whiteListRow = (n: number): RecordValues => ({
  ApplyCode: '77001',
  VACAccount: accountNo(n),
  CheckType: 'AccountAmountDate',
  Amount: 1000 + n,
  StartDate: '2026-11-01',
  EndDate: `2026-11-${String(20 + (n % 10))}`,
  MaxTimes: 1 + (n % 9),
  PayerName: '王大明',
  IdNo: 'A123456789',
})

/** Sends a file of the white list as the form does. */
export const uploadWhiteList = (
  client: Client,
  bytes: Uint8Array,
  fields: RecordValues = {},
  name = 'whitelist.csv',
): Promise<Answer> => {
  const form = new FormData()
  const values = { ApplyCode: '77001', WhiteListFileType: 'AccountAmountDate', Description: '11月檢核名單', ...fields }
  for (const [field, value] of Object.entries(values)) form.append(field, String(value))
  form.append('File', new File([new Uint8Array(bytes)], name))
  return client.request('POST', '/WhiteListImportList', { form })
}
