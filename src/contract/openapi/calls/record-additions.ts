import type { Resource } from '../../../schema/language/resource'
import { adminMima } from '../../admin-mima'
import { confirmEqual, confirmHidden } from '../../confirmations'
import { flag, type JsonSchema, listOf, objectOf, text } from '../json'
import { secret } from './enterprise-area'
import { entryStateProperties } from './home'
import { leaveOutHidden } from './import-shapes'
import { billNotice } from './records'

/**
 * The properties that the server computes for a single record, by resource.
 * They are not fields.
 * Each is hidden from roles that may not view the fields from which it is computed.
 */
export const computedProperties: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>> = {
  bills: {
    MarketBarcodes: listOf(text('一段條碼'), '超商條碼三段，金額為目前應繳餘額；超商不收時為空'),
    MarketRefusal: text('未繳清的新臺幣帳單沒有超商條碼的原因；有條碼時為空字串'),
    PostBarcodes: listOf(text('一段條碼'), '郵局條碼三段，金額為目前應繳餘額；郵局不收時為空'),
    Payments: listOf(
      objectOf(
        {
          DetailId: text('繳款紀錄編號'),
          PaidTime: { type: 'string', format: 'date-time', description: '繳款時間' },
          ChannelId: text('繳款通路'),
          Amount: { type: 'integer', description: '金額' },
          ReceiptNo: text('收據號碼'),
          ...entryStateProperties,
        },
        ['DetailId', 'PaidTime', 'ChannelId', 'Amount', 'ReceiptNo', 'EntryState', 'CounterTime'],
      ),
      '這張帳單收到的繳款，包括已沖正或取消的，新的在前',
    ),
    NoticeLog: listOf(billNotice, '這張帳單最近 50 次的通知，新的在前'),
    TWQRPayload: text('TWQR 內容，金額為目前應繳餘額；未開放時為空字串'),
  },
}

/**
 * Returns the names of the computed properties of a resource.
 * The server ignores them in a body, because callers send records back as they read them.
 */
export const computedPropertyNames = ({ name }: Pick<Resource, 'name'>): readonly string[] =>
  Object.keys(computedProperties[name] ?? {})

const ownPassword = (when: string): Confirmation => ({
  [adminMima]: secret(`您自己的密碼：${when}，缺少時回覆 2001，錯誤時回覆 1001`, 256),
})

type Confirmation = Readonly<Record<string, JsonSchema>>

/** Describes the body of a call that has no values besides the password by which the user confirms it. */
export const confirmationBody: JsonSchema = objectOf(ownPassword('必填'), [])

/**
 * The properties by which a user confirms a creation or a change, by resource.
 * They are part of the body, but not fields.
 */
export const confirmations: Readonly<Record<string, Readonly<Partial<Record<'create' | 'update', Confirmation>>>>> = {
  portalUser: { create: ownPassword('必填'), update: ownPassword('變更電子郵件、行動電話或角色時必填') },
  billImportList: { create: { [confirmHidden]: leaveOutHidden } },
  whiteListImportList: { create: { [confirmHidden]: leaveOutHidden } },
  selfCollection: {
    create: {
      [confirmEqual]: {
        ...flag(
          'true：同一張帳單已有金額、日期及收款方式都相同，或 10 分鐘內登錄的金額相同的收款，仍要儲存；缺少時回覆 2003',
        ),
        default: false,
      },
    },
  },
}
