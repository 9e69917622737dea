import { beforeEach, expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/language'
import { companies } from '../../support/builders'
import { insurer, type Portal, portal, twoCompanies } from '../../support/portal'
import { debitBill, debitsOf, enableDebits } from '../payments/debits/debits'
import { exception, listed, overviewPath, readOverview, sumOf } from './figures'

// The clock of the tests: 2026-11-20, a Friday.
let here: Portal

beforeEach(async () => {
  here = await portal()
  await twoCompanies(here)
})

let batchNo = 0

const exceptionPage = 'TLDetailExceptionHandling'

test('a new company has nothing that waits', async () => {
  expect(await readOverview(here)).toEqual({
    Exceptions: [],
    Proposals: { Amounts: [], OwnCount: 0 },
    DebitProposals: { Count: 0, OwnCount: 0 },
    Uploads: { Since: '2026-11-07', Pages: [] },
    GivenUpPushes: { Since: '2026-11-07', Count: 0 },
    Terms: { TermCount: 0, BilledTermCount: 0, Totals: [], Terms: [] },
    Deadlines: { Until: '2026-12-04', Items: [] },
    ExpectedRemittances: [],
  })
})

test('exceptions and unmatched lines are counted and summed by currency, as the list of exceptions has them; reversals are subtracted', async () => {
  await exception(here)
  await exception(here, { Amount: 4800, ExceptionType: 'OverPaid' })
  await here.given.line({ WriteOffStatus: 'NotWrittenOff', Amount: 300 })
  await exception(here, { CurrencyType: 'USD', Amount: 1050 })
  await exception(here, { AmountSign: 'Minus', Amount: 200, ExceptionType: 'Reversal' })
  await here.given.line()
  await here.given.line({ WriteOffStatus: 'Invalid' })
  await here.given.agreement({ ApplyCode: '77004', DualControl: true })
  await here.given.proposal('maker01', { ApplyCode: '77004' })
  await exception(here, { ApplyCode: '77003' })
  const both = { ApplyCodes: ['77001', '77004'] }
  const { Exceptions } = await readOverview(here, 'CustomerMaker', {}, both)
  expect(Exceptions).toEqual([
    { CurrencyType: 'TWD', Count: 4, Amount: 5900 },
    { CurrencyType: 'USD', Count: 1, Amount: 1050 },
  ])
  const list = await listed(
    here,
    exceptionPage,
    { WriteOffStatus: ['Exception', 'NotWrittenOff'] },
    'CustomerMaker',
    both,
  )
  expect(list.TotalCount).toBe(sumOf(Exceptions, 'Count'))
  expect(list.Totals).toEqual(Exceptions)
})

test('proposals wait for those who may release them; their own among them wait for somebody else', async () => {
  const { given } = here
  await given.agreement({ ApplyCode: '77004', DualControl: true })
  await given.agreement({ ApplyCode: '77005', DualControl: true, UniformNo: companies.insurer })
  const both = { ApplyCodes: ['77001', '77004'] }
  await given.proposal('maker01', { ApplyCode: '77004', Amount: 500 })
  await given.proposal('maker02', { ApplyCode: '77004', Amount: 700 })
  await given.proposal('maker02', { ApplyCode: '77004', Amount: 50, AmountSign: 'Minus' })
  await given.proposal('admin01', { ApplyCode: '77004' })
  await given.proposal('maker09', { ApplyCode: '77005' })
  const Amounts = [{ CurrencyType: 'TWD', Count: 4, Amount: 2150 }]
  const proposalsFor = async (role: string, user = {}) =>
    (await readOverview(here, role, { Part: 'Proposals' }, { ...both, ...user })).Proposals
  expect(await proposalsFor('CustomerAdmin', { UserId: 'admin01' })).toEqual({ Amounts, OwnCount: 1 })
  expect(await proposalsFor('CustomerChecker')).toEqual({ Amounts, OwnCount: 0 })
  const list = await listed(here, exceptionPage, { WriteOffStatus: 'PendingRelease' }, 'CustomerAdmin', both)
  expect(list.Totals, 'the list to which the figure links').toEqual(Amounts)
  for (const role of ['CustomerMaker', 'CustomerViewer']) expect(await proposalsFor(role), role).toBeUndefined()
})

test('failed uploads of the last 14 days are counted by page', async () => {
  const upload = (ImportStatus: string, UploadTime: string, values = {}) =>
    here.given.record('billImportList', {
      ApplyCode: '77001',
      ImportBatchNo: String(++batchNo),
      ImportBatchName: '批次',
      CurrencyType: 'TWD',
      BillImportPDFSetting: 'None',
      OriFileName: 'bills.xlsx',
      TotalCount: 2,
      SuccessCount: 1,
      FailCount: 1,
      TotalAmount: 1000,
      PDFStatus: 'NotNeeded',
      ImportStatus,
      UploadTime,
      ...values,
    })
  await upload('Failed', '2026-11-06T16:00:00Z')
  await upload('PartialFailed', '2026-11-20T01:00:00Z')
  await upload('Failed', '2026-11-06T15:59:59Z')
  await upload('Succeeded', '2026-11-20T01:00:00Z')
  await upload('Failed', '2026-11-20T01:00:00Z', { ApplyCode: '77003' })
  await here.given.record('whiteListImportList', {
    ApplyCode: '77001',
    WhiteListFileType: 'Account',
    File: 'list.csv',
    TotalCount: 1,
    SuccessCount: 0,
    FailCount: 1,
    UnlistedCount: 0,
    ImportStatus: 'Failed',
    UploadTime: '2026-11-19T01:00:00Z',
  })
  const { Uploads } = await readOverview(here, 'CustomerViewer', { Part: 'Uploads' })
  expect(Uploads.Pages).toEqual([
    { Page: 'billImportList', Count: 2 },
    { Page: 'whiteListImportList', Count: 1 },
  ])
  for (const { Page, Count } of Uploads.Pages) {
    const query = { ImportStatus: ['Failed', 'PartialFailed'], UploadTimeFrom: Uploads.Since }
    expect((await listed(here, Page, query, 'CustomerViewer')).TotalCount, Page).toBe(Count)
  }
})

test('notices of the last 14 days that were given up are those of the list', async () => {
  await here.given.notice({ NotifyStatus: 'GiveUp' })
  await here.given.notice({ NotifyStatus: 'GiveUp', TradeDate: '2026-11-07' })
  await here.given.notice({ NotifyStatus: 'GiveUp', TradeDate: '2026-11-06' })
  for (const status of ['Pending', 'Failed', 'Success']) await here.given.notice({ NotifyStatus: status })
  await here.given.notice({ NotifyStatus: 'GiveUp', ApplyCode: '77003' })
  const { GivenUpPushes } = await readOverview(here, 'CustomerViewer', { Part: 'GivenUpPushes' })
  expect(GivenUpPushes).toEqual({ Since: '2026-11-07', Count: 2 })
  const query = { NotifyStatus: 'GiveUp', TradeDateFrom: GivenUpPushes.Since }
  expect((await listed(here, 'ImmediateClientNotify', query, 'CustomerViewer')).TotalCount).toBe(2)
})

test('a figure can be restricted to one agreement; one of another company has none', async () => {
  await here.given.agreement({ ApplyCode: '77002', AgreementName: '第二約定' })
  const both = { ApplyCodes: ['77001', '77002'] }
  for (const ApplyCode of ['77001', '77002', '77002', '77003']) await exception(here, { ApplyCode })
  const countFor = async (ApplyCode?: string) =>
    (await readOverview(here, 'CustomerAdmin', { Part: 'Exceptions', ApplyCode }, both)).Exceptions[0]?.Count ?? 0
  expect([await countFor(), await countFor('77002'), await countFor('77003'), await countFor('99999')]).toEqual([
    3, 2, 0, 0,
  ])
  const others = await readOverview(here, 'CustomerAdmin', { Part: 'Exceptions' }, insurer)
  expect(others.Exceptions).toEqual([{ CurrencyType: 'TWD', Count: 1, Amount: 1000 }])
})

test('each role receives the parts of its pages, and an unknown part is refused', async () => {
  const partsOf = async (role: string) => Object.keys(await readOverview(here, role)).toSorted()
  const company = ['Deadlines', 'Exceptions', 'ExpectedRemittances', 'GivenUpPushes', 'Terms', 'Uploads']
  const releases = ['Proposals', 'DebitProposals']
  expect(await partsOf('CustomerAdmin')).toEqual([...company, ...releases].toSorted())
  expect(await partsOf('CustomerChecker')).toEqual([...company, ...releases].toSorted())
  expect(await partsOf('CustomerMaker')).toEqual(company)
  expect(await partsOf('CustomerViewer')).toEqual(company)
  const bank = ['BankFiles', 'CompanyExceptions', 'PushFailures', 'RemittanceChecks']
  expect(await partsOf('BankViewer')).toEqual(bank)
  expect(await partsOf('BankOperator')).toEqual([...bank, 'BankFileProposals'].toSorted())
  expect(await readOverview(here, 'CustomerAdmin', { Part: ['BankFiles', 'CompanyExceptions'] })).toEqual({})
  expect((await (await here.as('CustomerAdmin')).get(overviewPath, { Part: 'Secrets' })).status).toBe(400)
  expect((await here.request('GET', overviewPath)).status).toBe(401)
})

test('files of direct debits wait for those who may release them, and not for the one who proposed them', async () => {
  await enableDebits(here, { DualControl: true })
  await debitBill(here)
  await debitsOf(await here.as('CustomerAdmin', { UserId: 'admin01' })).export()
  const waiting = async (role: string, user: RecordValues = {}) =>
    (await readOverview(here, role, { Part: 'DebitProposals' }, user)).DebitProposals
  expect(await waiting('CustomerChecker')).toEqual({ Count: 1, OwnCount: 0 })
  const own = await here.db.selectFrom('portal_user').selectAll().where('user_id', '=', 'admin01').executeTakeFirst()
  const admin = await here.as({ SerialId: own?.serial_id })
  expect((await admin.get(overviewPath, { Part: 'DebitProposals' })).data.DebitProposals).toEqual({
    Count: 1,
    OwnCount: 1,
  })
  expect(await waiting('CustomerChecker', insurer)).toEqual({ Count: 0, OwnCount: 0 })
})
