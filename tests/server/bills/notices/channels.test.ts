import { expect, test } from 'vitest'
import { allEndpoints } from '../../../../src/contract/all-endpoints'
import { takesRequestId } from '../../../../src/contract/request-id'
import { messageChannels, noticeCallId, noticeChannelCodes } from '../../../../src/domain/message-channels'
import { modules } from '../../../../src/modules'
import { sampleValue } from '../../../../src/schema/field-types'
import { fieldNamed } from '../../../../src/schema/language/types'
import { columnName } from '../../../../src/schema/load/names'
import { isCallServed } from '../../../../src/server/http/handlers'
import { readGatewaySettings } from '../../../../src/server/node/message-gateways'
import { testSchemas } from '../../../support/schemas/schemas'
import { noticePortalWith } from './notice-portal'

const schemas = testSchemas()
const bills = schemas.get('bills')

/** Returns the field of bills that has this column. */
const fieldOfColumn = (column: string) => bills.fields.find(({ name }) => columnName(name) === column)

test.each(noticeChannelCodes)(
  'the channel %s has its call, its action, its gateway and its fields of bills',
  (channel) => {
    const { action, address, timeColumn, identifiedBy } = messageChannels[channel].billNotice
    const call = noticeCallId(channel)
    expect(allEndpoints(schemas)[call]).toMatchObject({ method: 'POST', page: 'bills', right: 'Update' })
    expect([isCallServed(schemas, modules)(call), takesRequestId(call)]).toEqual([true, true])
    expect(bills.actions.find(({ name }) => name === action)).toMatchObject({ call, on: ['row', 'bulk'] })
    expect(Object.keys(readGatewaySettings({}).gateways)).toContain(channel)
    expect([address, identifiedBy].map(({ column }) => fieldOfColumn(column)?.name)).toEqual([
      address.field,
      identifiedBy.field,
    ])
    expect(fieldOfColumn(address.column)?.personal, 'addresses are masked').toBe(messageChannels[channel].contact)
    expect(fieldOfColumn(timeColumn)).toMatchObject({ type: 'datetime', readOnly: true })
  },
)

test.each(noticeChannelCodes)(
  'a notice by the channel %s is sent, logged and not repeated the same day',
  async (channel) => {
    const { address, timeColumn } = messageChannels[channel].billNotice
    const path = allEndpoints(schemas)[noticeCallId(channel)]?.path ?? expect.unreachable()
    const here = await noticePortalWith(async (message) => void sent.push([message.channel, message.to]))
    const sent: string[][] = []
    const sample = String(sampleValue(fieldNamed(bills.fields, address.field) ?? expect.unreachable(), 1))
    const bill = await here.given.bill({ [address.field]: sample })
    const body = { SerialIds: [Number(bill.SerialId)] }
    expect((await here.maker.post(path, body)).data).toMatchObject({ QueuedCount: 1 })
    await here.ports.jobs.runUntilIdle()
    expect(sent).toEqual([[channel, messageChannels[channel].normalize(sample)]])
    const stored = (await here.maker.get(`/Bills/${bill.SerialId}`)).data
    expect(stored[fieldOfColumn(timeColumn)?.name ?? '']).toMatch(/^2026-11-20/)
    expect(stored.NoticeLog).toMatchObject([{ Channel: channel, NotifyStatus: 'Success' }])
    expect((await here.maker.post(path, body)).data.Results).toMatchObject([
      { ReturnMsg: expect.stringContaining('同一張帳單每天最多一次') },
    ])
  },
)
