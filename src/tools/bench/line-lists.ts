import { addDays } from '../../domain/dates/dates'
import { scaleCompany } from '../seed/scale-company'
import { type BenchClient, bearerHeader, signInUser } from './client'
import { scaleTestUser } from './fill'
import { bankTestUser, firstLineDay, lineDays } from './fill-lines'
import { measureLoad } from './load'
import { type BenchSizes, lineConnections, type Measurement, withLimit } from './measure'

/**
 * Measures the lists of lines, notices and bills, their filters and their sums, for the company with the most lines and
 * for the bank.
 * Each request has another period of 92 days and other values than the one before.
 */
export const measureLineLists = async (client: BenchClient, sizes: BenchSizes): Promise<readonly Measurement[]> => {
  const headers = {
    company: bearerHeader(await signInUser(client, scaleTestUser)),
    bank: bearerHeader(await signInUser(client, bankTestUser)),
  }
  // The bank searches by names only with a reason.
  await client.send({
    method: 'POST',
    path: '/api/Ext/EnterpriseArea/GiveReason',
    headers: headers.bank,
    body: { Reason: '效能量測' },
  })
  const measurements: Measurement[] = []
  for (const list of lists) measurements.push(await measureList(client, headers[list.reader], { list, sizes }))
  return measurements
}

/** A line in the database, whose values a request asks for. */
interface WantedLine {
  /** The values of `number` that `fill-lines.ts` derives the line from. */
  readonly number: number
  readonly firstDay: string
  readonly lastDay: string
}

/** A list: the path, the parameters that ask for a line and others, and the limit of the p95 in milliseconds. */
interface MeasuredList {
  readonly reader: 'company' | 'bank'
  readonly name: string
  readonly path: string
  readonly query: (line: WantedLine) => string
  readonly max: number
}

const periodOf = ({ firstDay, lastDay }: WantedLine): string => `StartDate=${firstDay}&EndDate=${lastDay}`
const amountOf = ({ number }: WantedLine): number => 100 + ((number * 7919) % 9973)
const agreementOf = ({ number }: WantedLine): string =>
  number % 10 < 3 ? scaleCompany.agreements[0].applyCode : String(89001 + (number % 99))
const companyOf = ({ number }: WantedLine): string =>
  number % 10 < 3 ? scaleCompany.uniformNo : String(10000001 + (number % 99))
const accountOf = (line: WantedLine): string => agreementOf(line) + String(line.number).padStart(9, '0')
/** Some of these parts of names are in a tenth of all names, others in a two-hundredth. */
const partOfNameOf = ({ number }: WantedLine): string => ['陳', '陳志', '志明', '玲', '林美', '雅婷'][number % 6] ?? ''

/** The lists of lines of a company and of the bank have the same filters. */
const ofLines = (name: string, query: (line: WantedLine) => string, max = 100): readonly MeasuredList[] => [
  { reader: 'company', name, path: '/api/TLDetail', query: (line) => `${periodOf(line)}&${query(line)}`, max },
  {
    reader: 'bank',
    name,
    path: '/api/SKGPortal/SKGTLDetailQuery',
    query: (line) => `${periodOf(line)}&${query(line)}`,
    max,
  },
]

const byTradeDate = (name: string, query: (line: WantedLine) => string, max?: number): readonly MeasuredList[] =>
  ofLines(name, (line) => `DateType=TradeDate&${query(line)}`, max)

const ofBank = (name: string, query: (line: WantedLine) => string): readonly MeasuredList[] =>
  byTradeDate(name, query).filter(({ reader }) => reader === 'bank')

const ofPayments = (name: string, query: (line: WantedLine) => string): MeasuredList => ({
  reader: 'company',
  name: `payments ${name}`,
  path: '/api/TransactionDetailQuery',
  query: (line) =>
    `ApplyCode=${scaleCompany.agreements[0].applyCode}&DateType=TradeDate&${periodOf(line)}&${query(line)}`,
  max: 100,
})

const ofExceptions = (name: string, path: string, query: (line: WantedLine) => string): MeasuredList => ({
  reader: 'company',
  name,
  path,
  query,
  max: 100,
})

const ofBills = (name: string, query: (line: WantedLine) => string, max = 100): MeasuredList => ({
  reader: 'bank',
  name: `bills ${name}`,
  path: '/api/SKGPortal/SKGBillQuery',
  query: (line) => `PaymentEndDateFrom=${line.firstDay}&PaymentEndDateTo=${line.lastDay}&${query(line)}`,
  max,
})

const workList = '/api/TLDetailExceptionHandling'

const lists: readonly MeasuredList[] = [
  ...['TradeDate', 'TransDate', 'AccountDate', 'ExpectRemitDate'].flatMap((date) => [
    ...ofLines(`by ${date}`, () => `DateType=${date}`),
    ...ofLines(`by ${date} with sums`, () => `DateType=${date}&WithTotals=true`),
  ]),
  ...byTradeDate('exceptions', () => 'WriteOffStatus=Exception'),
  ...byTradeDate('of a channel', ({ number }) => `ChannelId=0${[0, 1, 2, 5, 6][number % 5]}`),
  ...byTradeDate('with an amount', (line) => `AmountFrom=${amountOf(line)}&AmountTo=${amountOf(line)}`),
  ...byTradeDate('with an account', (line) => `VACAccount=${accountOf(line)}`),
  ...byTradeDate('with part of a name', (line) => `PayerName=${encodeURIComponent(partOfNameOf(line))}`, 300),
  ...ofBank('of an agreement', (line) => `ApplyCode=${agreementOf(line)}`),
  ...ofBank('of a company', (line) => `UniformNo=${companyOf(line)}`),
  ofPayments('of a term', ({ number }) => `BillTermId=SCALE-${String(number % 20).padStart(2, '0')}`),
  ofPayments('of a payer', ({ number }) => `PayerId=P${number % 20000}`),
  ofExceptions('the work list', workList, () => ''),
  ofExceptions(
    'the work list of a period',
    workList,
    (line) => `TradeDateFrom=${line.firstDay}&TradeDateTo=${line.lastDay}`,
  ),
  ofExceptions('tabs of the work list', '/api/Ext/TLDetailExceptionHandling/GetTabs', () => ''),
  ofExceptions(
    'notices',
    '/api/ImmediateClientNotify',
    (line) => `TradeDateFrom=${line.firstDay}&TradeDateTo=${line.lastDay}`,
  ),
  ofBills('of all companies', () => ''),
  ofBills('of all companies with sums', () => 'WithTotals=true'),
  ofBills('unpaid', () => 'BillStatus=Unpaid'),
  ofBills('of a company', (line) => `UniformNo=${companyOf(line)}`),
  ofBills('of a company, unpaid', (line) => `UniformNo=${companyOf(line)}&BillStatus=Unpaid`),
  ofBills('of an agreement, paid in part', (line) => `ApplyCode=${agreementOf(line)}&BillStatus=PartialPaid`),
  ofBills('with a number', ({ number }) => `BillNo=B${number}`),
  ofBills('with part of a name', (line) => `PayerName=${encodeURIComponent(partOfNameOf(line))}`, 300),
]

const measureList = async (
  client: BenchClient,
  headers: Readonly<Record<string, string>>,
  { list: { name, path, query, max, reader }, sizes }: { readonly list: MeasuredList; readonly sizes: BenchSizes },
): Promise<Measurement> => {
  const bounds = { connections: lineConnections, milliseconds: sizes.trafficMs, requests: 100_000 }
  const { p50, p95, perSecond } = await measureLoad(bounds, (requestNo) => {
    const line = wantedLine(requestNo, sizes.lines, reader)
    return client.send({ method: 'GET', path: `${path}?${query(line)}`, headers })
  })
  const title = `list of ${sizes.lines.toLocaleString('en-US')} lines, ${name}, ${reader === 'bank' ? 'the bank' : 'a company'}, p95 at ${lineConnections} connections`
  const details = `p50 ${Math.round(p50)} ms, ${Math.round(perSecond)}/s`
  return withLimit({ title, portalFigure: p95, unit: 'ms', details }, { max })
}

/** Returns another line for each request, with 92 days around its day; for the company, one of its own. */
const wantedLine = (requestNo: number, count: number, reader: MeasuredList['reader']): WantedLine => {
  const spread = ((requestNo * 7919) % count) + 1
  const number = reader === 'company' ? spread - (spread % 10) : spread
  const firstDay = addDays(firstLineDay(), Math.floor((number * lineDays) / count) - 45)
  return { number, firstDay, lastDay: addDays(firstDay, 91) }
}
