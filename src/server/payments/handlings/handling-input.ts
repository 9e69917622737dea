import { maxAskedLines } from '../../../contract/exceptions-limits'
import { enums } from '../../../domain/enums'
import { maxParts, requirePartCount } from '../../../domain/payments/divide'
import type { DividePart, HandlingAction } from '../../../domain/payments/handling-request'
import { isObject } from '../../../schema/language/shapes/shape'
import type { RecordValues } from '../../../schema/language/types'
import type { Call } from '../../call'
import { recordBody, throwIfFieldErrors } from '../../context'
import { parseKeyNumber } from '../../records/parse-key'
import type { BillVersion } from './bill-versions'
import type { ReadVersions } from './change-line'
import type { HandlingInput } from './decisions'

/** Name of one of the four actions on exceptions. */
export type HandlingName = HandlingAction['action']

/** A handling that a body requests, with what the caller has read. */
export interface RequestedHandling extends HandlingInput {
  readonly versions: ReadVersions
}

/** Returns the handling that the body of an action requests. Throws a refusal (2002) that names each invalid field. */
export const readHandling = (action: HandlingName, body: unknown): RequestedHandling => {
  const input = recordBody(body)
  requireKnownFields(input, [...ownFields[action], ...commonFields])
  return { request: readRequest(action, input), ...readReason(input) }
}

/** Returns the reason and the versions in a body that has no other fields. */
export const readReasonBody = (body: unknown): Pick<RequestedHandling, 'Reason' | 'versions'> => {
  const input = recordBody(body)
  requireKnownFields(input, commonFields)
  return readReason(input)
}

/** Returns the versions in a body that has no other fields. */
export const readVersionBody = (body: unknown): ReadVersions => {
  const input = recordBody(body)
  requireKnownFields(input, versionFields)
  return readVersions(input)
}

/** Returns whether a text is the name of one of the four actions. */
export const isHandlingName = (name: unknown): name is HandlingName =>
  typeof name === 'string' && Object.hasOwn(enums.ExceptionAction, name)

const versionFields = ['UpdateTime', 'Bills']
const commonFields = ['Reason', ...versionFields]

const ownFields: Readonly<Record<HandlingName, readonly string[]>> = {
  Divide: ['Items'],
  ChangeBill: ['BillSerialId', 'ConfirmOverPay'],
  ChangeVACAccount: ['VACAccount'],
  Invalid: [],
}

/** Throws a refusal (2002) if a body has fields that the call does not know. */
export const requireKnownFields = (input: RecordValues, known: readonly string[]): void =>
  throwIfFieldErrors(
    Object.fromEntries(
      Object.keys(input)
        .filter((name) => !known.includes(name))
        .map((name) => [name, `沒有「${name.slice(0, 40)}」這個欄位，請移除後再送出。`]),
    ),
  )

const readReason = ({ Reason, ...input }: RecordValues): Pick<RequestedHandling, 'Reason' | 'versions'> => {
  const versions = readVersions(input)
  if (Reason !== undefined && Reason !== null && typeof Reason !== 'string')
    throwIfFieldErrors({ Reason: '處理說明須為文字。' })
  // A missing reason is refused by the domain.
  return { Reason: typeof Reason === 'string' ? Reason : '', versions }
}

const readVersions = ({ UpdateTime, Bills }: RecordValues): ReadVersions => ({
  updateTime: readUpdateTime(UpdateTime),
  bills: readBillVersions(Bills),
})

const readUpdateTime = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' || value === '')
    throwIfFieldErrors({ UpdateTime: '異動時間須為讀取時的文字，請重新查詢這筆交易。' })
  return String(value)
}

// A handling changes the bill of each part, and the one that the line has paid.
const maxBills = maxParts + 1

const readBillVersions = (value: unknown): readonly BillVersion[] => {
  if (value === undefined || value === null) return []
  const entries: readonly unknown[] = Array.isArray(value) ? value : []
  const versions = entries.flatMap((entry): readonly BillVersion[] => {
    if (!isObject(entry) || !isId(entry.SerialId) || typeof entry.UpdateTime !== 'string') return []
    return [{ SerialId: Number(entry.SerialId), UpdateTime: entry.UpdateTime }]
  })
  if (!Array.isArray(value) || versions.length < entries.length || entries.length > maxBills)
    throwIfFieldErrors({ Bills: '預覽時的帳單不正確，請重新載入。' })
  return versions
}

const readRequest = (action: HandlingName, input: RecordValues): HandlingAction => {
  switch (action) {
    case 'Divide':
      return { action, parts: readParts(input.Items) }
    case 'ChangeBill':
      return { action, ...readChosenBill(input) }
    case 'ChangeVACAccount':
      return { action, VACAccount: readAccount(input.VACAccount) }
    case 'Invalid':
      return { action }
  }
}

const readChosenBill = ({ BillSerialId, ConfirmOverPay = false }: RecordValues) => {
  throwIfFieldErrors({
    ...(isId(BillSerialId) ? {} : { BillSerialId: '請選擇要改銷的帳單。' }),
    ...(typeof ConfirmOverPay === 'boolean' ? {} : { ConfirmOverPay: '確認溢繳須為 true 或 false。' }),
  })
  return { BillSerialId: Number(BillSerialId), isOverpaymentConfirmed: ConfirmOverPay === true }
}

const readAccount = (value: unknown): string => {
  if (!isAccountText(value)) throwIfFieldErrors({ VACAccount: '請填寫更正後的虛擬帳號，最多 16 位數字。' })
  return String(value)
}

const readParts = (items: unknown): readonly DividePart[] => {
  if (!Array.isArray(items)) throwIfFieldErrors({ Items: '請填寫分拆明細。' })
  else requirePartCount(items.length)
  return (Array.isArray(items) ? items : []).map((item: unknown, index) => readPart(item, index))
}

const readPart = (item: unknown, index: number): DividePart => {
  const refuse = (message: string) => throwIfFieldErrors({ Items: `第 ${index + 1} 筆：${message}` })
  const { BillSerialId = null, VACAccount = null, Amount, ...others } = isObject(item) ? item : {}
  const [unknownField] = Object.keys(others)
  if (!isObject(item)) refuse('內容不正確，請重新填寫。')
  if (unknownField !== undefined) refuse(`沒有「${unknownField.slice(0, 40)}」這個欄位，請移除後再送出。`)
  if (typeof Amount !== 'number' || !Number.isSafeInteger(Amount)) refuse('金額須為 1 以上的整數，請更正後再試。')
  if ((BillSerialId === null) === (VACAccount === null)) refuse('請選擇帳單或填寫虛擬帳號，兩者擇一。')
  if (BillSerialId !== null) {
    if (!isId(BillSerialId)) refuse('帳單的序號不正確，請重新選擇帳單。')
    return { BillSerialId: Number(BillSerialId), Amount: Number(Amount) }
  }
  if (!isAccountText(VACAccount)) refuse('虛擬帳號須為最多 16 位數字，請更正後再試。')
  return { VACAccount: String(VACAccount), Amount: Number(Amount) }
}

const isId = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0

const isAccountText = (value: unknown): boolean => typeof value === 'string' && /^\d{1,16}$/.test(value)

/** Returns the serial ids of the lines about which a call asks, or throws a refusal (2002). */
export const askedLinesOf = ({ query }: Call): readonly number[] => {
  const ids = (query.SerialId ?? []).map(parseKeyNumber)
  if (ids.length === 0 || ids.includes(null)) throwIfFieldErrors({ SerialId: '請選擇交易。' })
  if (ids.length > maxAskedLines) throwIfFieldErrors({ SerialId: `一次最多 ${maxAskedLines} 筆交易。` })
  return ids.filter((id) => id !== null)
}
