import { enumText } from '../../domain/enums'
import { messageChannels, noticeChannelCodes } from '../../domain/message-channels'
import { formatMoney } from '../../domain/money/money'
import { entryStates } from '../../domain/payments/entry-state'
import type { RecordValues } from '../../schema/language/types'
import { currencyOf } from '../../schema/text/value-text'
import { visibilityInDetail } from '../access/fields'
import type { RecordContext, RecordEvent, RecordEvents } from '../record-context'
import { addressFields, paymentFields } from './bill-detail'
import { paymentsOf, paymentsQuery } from './bill-payments'
import { noticesOf, noticesQuery } from './notices/log'

/** The payments and notices in the history of a bill, for those who see them on its detail page. */
export const billHistory: RecordEvents = {
  read: async (context, bill) => {
    const visibility = (name: string) => visibilityInDetail(context, context.schemas.get('bills'), name)
    return [
      ...(paymentFields.every((name) => visibility(name) === 'full') ? await payments(context, bill) : []),
      ...(addressFields.every((name) => visibility(name) !== 'hidden') ? await notices(context, bill) : []),
    ]
  },
  insteadOf: noticeChannelCodes.map((channel) => messageChannels[channel].billNotice.action),
}

const payments = async ({ db }: RecordContext, bill: RecordValues): Promise<readonly RecordEvent[]> => {
  const { rows } = await paymentsQuery(Number(bill.SerialId)).execute(db)
  return paymentsOf(rows).flatMap(({ PaidTime, CounterTime, EntryState, Amount, ChannelId }) => {
    const text = `${formatMoney(Amount, currencyOf(bill))}　${enumText('Channel', ChannelId)}`
    return [
      { time: PaidTime, title: '繳款', text },
      ...(CounterTime ? [{ time: CounterTime, title: `繳款${entryStates[EntryState]}`, text }] : []),
    ]
  })
}

const notices = async ({ db }: RecordContext, bill: RecordValues): Promise<readonly RecordEvent[]> => {
  const { rows } = await noticesQuery(Number(bill.SerialId)).execute(db)
  return noticesOf(rows).map(({ Channel, Recipient, NotifyStatus, Reason, RequestUser, RequestTime, FinishTime }) => ({
    time: FinishTime ?? RequestTime,
    user: RequestUser,
    title: `${messageChannels[Channel].name}通知`,
    text: [enumText('NotifyStatus', NotifyStatus), Recipient, Reason].filter(Boolean).join('　'),
  }))
}
