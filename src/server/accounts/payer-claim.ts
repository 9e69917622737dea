import { normalizeMobile } from '../../domain/phone'
import { Refusal } from '../../domain/refusal'
import type { Call } from '../http/call'
import { type FieldRule, readFields, textOf } from './fields'
import { fieldsOfCompany, payerLoginLimits } from './payer-login-fields'
import type { PayerClaim } from './payer-search'

/** The claim of PayerArea/Login: the fields that the chosen company asks for. */
export const readCompanyClaim = async ({ ports, body }: Call): Promise<PayerClaim> => {
  const wanted = await fieldsOfCompany(ports.db, textOf(body, 'UniformNo'))
  if (wanted.length === 0) throw new Refusal('2002', '輸入的資料有誤，請依欄位的說明修正。', { UniformNo: '請選擇您的委託單位。' })
  const rules = Object.fromEntries(
    wanted.map(({ Field, Label, Required }): [string, FieldRule] => [
      Field,
      { label: Label, max: payerLoginLimits[Field], ...(Required ? {} : { optional: true }) },
    ]),
  )
  return claimOf(readFields(body, { UniformNo: uniformNo, VCode: captcha, ...rules }))
}

/** The claim of PayerArea/AccountLogin: IdNo and Mobile, or a company with PayerId and Mobile. */
export const readAccountClaim = (body: unknown): PayerClaim =>
  textOf(body, 'PayerId') === '' ? claimOf(readFields(body, byIdNo)) : claimOf(readFields(body, byPayerId))

const uniformNo: FieldRule = { label: '委託單位', max: 8 }
const captcha: FieldRule = { label: '圖形驗證碼', max: 6 }
const mobile: FieldRule = { label: '行動電話', max: 20 }

const byIdNo = {
  IdNo: { label: '身分證字號／統一編號', max: 10 },
  Mobile: mobile,
  UniformNo: { ...uniformNo, optional: true },
  PayerId: { label: '繳款人代號', max: 15, optional: true },
  VCode: captcha,
} as const
const byPayerId = {
  UniformNo: uniformNo,
  PayerId: { label: '繳款人代號', max: 15 },
  Mobile: mobile,
  IdNo: { label: '身分證字號／統一編號', max: 10, optional: true },
  VCode: captcha,
} as const

/** Written the way the records are: ids in capitals, mobiles without separators. Empty fields claim nothing. */
const claimOf = (typed: Readonly<Record<string, string>>): PayerClaim => {
  const claim = {
    UniformNo: typed.UniformNo,
    VACAccount: typed.VACAccount?.replace(/[\s-]/g, ''),
    IdNo: typed.IdNo?.toUpperCase(),
    PayerId: typed.PayerId,
    Mobile: typed.Mobile === undefined ? undefined : normalizeMobile(typed.Mobile),
  }
  const given = Object.fromEntries(Object.entries(claim).filter(([, value]) => value !== undefined && value !== '')) as PayerClaim
  if (given.VACAccount ?? given.IdNo ?? given.PayerId ?? given.Mobile) return given
  throw new Refusal('2002', '請至少輸入一項查詢資料。')
}
