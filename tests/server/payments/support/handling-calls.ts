import type { RecordValues } from '../../../../src/schema/language/language'
import type { Client } from '../../../support/client'
import { insurer, portal } from '../../../support/portal'
import { givenAgreements, givenBill, lineOnRecord } from './booking'

/** The path of the exceptions. */
export const page = '/TLDetailExceptionHandling'
/** The reason of handlings. */
export const Reason = '繳款人誤植帳號'

/** Handles a line. */
export const put = (who: Client, line: number, action: string, body: RecordValues = {}) =>
  who.put(`${page}/${line}/${action}`, { Reason, ...body })
/** Decides about a handling, or previews one. */
export const ext = (who: Client, line: number, action: string, body: RecordValues = { Reason }) =>
  who.post(`/Ext${page}/${line}/${action}`, body)

/** Returns the parts of a division that pay bills in full. */
export const items = (...bills: readonly RecordValues[]) =>
  bills.map(({ SerialId, ShouldPayAmount }) => ({ BillSerialId: SerialId, Amount: ShouldPayAmount }))

/** An action with its body, and the state to which it leads. */
export type ActionCase = readonly [name: string, body: () => Promise<RecordValues>, status: string]

/**
 * Opens a portal with users of each role and agreements of the committee, of which 77004 has dual control, and 77005 of
 * another company.
 */
export const portalOfHandlings = async () => {
  const here = await portal()
  await givenAgreements(here)
  for (const ApplyCode of ['77004', '77006']) {
    await here.given.agreement({ ApplyCode, DualControl: ApplyCode === '77004' })
    await here.given.billCategory({ ApplyCode })
  }
  await here.given.customer({ UniformNo: insurer.UniformNo })
  await here.given.agreement({ ApplyCode: '77005', UniformNo: insurer.UniformNo })
  await here.given.billCategory({ ApplyCode: '77005' })
  const own = { ApplyCodes: ['77001', '77002', '77003', '77004', '77006'] }
  const half = (values: RecordValues = {}) => givenBill(here, { ShouldPayAmount: 500, ...values })
  const actions: readonly ActionCase[] = [
    ['Divide', async () => ({ Items: items(await half(), await half()) }), 'Divided'],
    ['ChangeBill', async () => ({ BillSerialId: (await givenBill(here)).SerialId }), 'ChangedBill'],
    ['ChangeVACAccount', async () => ({ VACAccount: (await givenBill(here)).VACAccount }), 'ChangedVAC'],
    ['Invalid', async () => ({}), 'Invalid'],
  ]
  return {
    here,
    maker: await here.as('CustomerMaker', { UserId: 'maker01', ...own }),
    checker: await here.as('CustomerChecker', { UserId: 'checker01', ...own }),
    admin: await here.as('CustomerAdmin', { UserId: 'admin01', ...own }),
    viewer: await here.as('CustomerViewer', { UserId: 'viewer01', ...own }),
    stranger: await here.as('CustomerAdmin', { ...insurer, ApplyCodes: ['77005'] }),
    /** Returns a bill of half the amount of a line. */
    half,
    actions,
    statusOf: async (line: number) => (await lineOnRecord(here, line))?.write_off_status,
  }
}
