import { addMonths } from '../../src/domain/dates/dates'
import { Refusal } from '../../src/domain/refusal'
import { defineResource, enqueueJob, findRecords, lockName } from '../../src/server'

const maxCards = 3

export default defineResource('giftCard', {
  beforeWrite: async (context, { action, record, before, inputs }) => {
    // The code of the action 展延: returned values are written with those of its `set`.
    if (action === 'Renew') return { EndDate: addMonths(String(record.EndDate), Number(inputs?.Months)) }
    if (before) return undefined
    const { ApplyCode } = record
    // Without the lock, two requests at once would both see two cards.
    await lockName(context, `gift cards of ${ApplyCode}`)
    const cards = await findRecords(context, context.schemas.get('giftCard'), { ApplyCode })
    if (cards.length < maxCards) return undefined
    const message = `委託單位代號 ${ApplyCode} 已有 ${cards.length} 張禮物卡，請先刪除不再使用的卡。`
    throw new Refusal('2006', message, { ApplyCode: message })
  },
  afterWrite: async (context, { record, before }) => {
    if (!before) await enqueueJob(context, 'giftCardMade', { SerialId: record.SerialId })
  },
  jobs: {
    giftCardMade: {
      run: async ({ ports }, { SerialId }) => ports.log.info('gift card made', { card: Number(SerialId) }),
    },
  },
})
