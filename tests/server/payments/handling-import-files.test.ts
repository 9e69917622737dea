import { writeXlsx } from 'hucre/xlsx'
import iconv from 'iconv-lite'
import { afterEach, describe, expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/language'
import { portal } from '../../support/portal'
import { book, givenAgreements, givenBill, lineOnRecord, newAccount, reported } from './support/booking'
import { expectCorrectLedger } from './support/persons'
import { downloaded, saved, sent, type WorkingFile } from './support/working-files'

// The file of exceptions as it comes back from the programs of clerks.
const here = await portal()
await givenAgreements(here)
const maker = await here.as('CustomerMaker', { UserId: 'maker01', ApplyCodes: ['77001', '77002'] })

afterEach(() => expectCorrectLedger(here))

type Row = Readonly<Record<string, string>>
const Reason = '繳款人來電更正'
const invalid = { 處理方式: '作廢', 處理說明: Reason }

/** Returns lines for one account, and their working file with a row for each. */
const waitingFile = async (count = 1) => {
  const account = newAccount()
  await book(here, ...Array.from({ length: count }, () => reported({ VACAccount: account })))
  return downloaded(maker, { VACAccount: account, PageSize: '100' })
}
const withContent = ({ rows }: WorkingFile, content: Row, ...others: readonly Row[]): readonly Row[] =>
  rows.map((row, index) => ({ ...row, ...(others[index - 1] ?? content) }))

/** A cell of a workbook that differs from that of the file: its row, its title, and its value. */
interface OddCell {
  readonly row: number
  readonly title: string
  readonly value: string | number | Date
}

/** Returns the file as a workbook, as Excel saves it. */
const workbook = (
  { titles }: WorkingFile,
  rows: readonly Row[],
  { odd = [], merged = [] }: { readonly odd?: readonly OddCell[]; readonly merged?: readonly string[] } = {},
) => {
  const cellValue = (row: Row, index: number, title: string) =>
    odd.find((cell) => cell.row === index && cell.title === title)?.value ?? row[title] ?? ''
  const merges = merged.map((title) => {
    const column = titles.indexOf(title)
    return { startRow: 1, startCol: column, endRow: rows.length, endCol: column }
  })
  return writeXlsx({
    sheets: [
      {
        name: '交易',
        rows: [[...titles], ...rows.map((row, index) => titles.map((title) => cellValue(row, index, title)))],
        merges,
      },
    ],
  })
}
const sentWorkbook = (bytes: Uint8Array, mode?: 'AllOrNothing' | 'GoodRows') =>
  sent(maker, bytes, { mode, name: 'lines.xlsx' })
const problemsOf = (data: RecordValues) =>
  (data.BadRows as readonly RecordValues[]).map(({ RowNo, Problems }) => {
    const [problem] = Problems as readonly RecordValues[]
    return [RowNo, problem?.ColumnName, problem?.Message]
  })
const statusesOf = async ({ rows }: WorkingFile) =>
  Promise.all(rows.map(async ({ 序號 }) => (await lineOnRecord(here, Number(序號)))?.write_off_status))

test('a text file in Big5 is read like one in UTF-8', async () => {
  const file = await waitingFile()
  const text = new TextDecoder().decode(saved(file, withContent(file, invalid)))
  const big5 = new Uint8Array(iconv.encode(text.replace('\ufeff', ''), 'cp950'))
  expect((await sent(maker, big5, { mode: 'AllOrNothing' })).data).toMatchObject({ Written: true, UpdateCount: 1 })
  expect(await statusesOf(file)).toEqual(['Invalid'])
})

test('a workbook is imported as it was downloaded, with its texts and with the codes of the actions', async () => {
  const file = await waitingFile(2)
  const bytes = await workbook(file, withContent(file, invalid, { ...invalid, 處理方式: 'Invalid' }))
  expect((await sentWorkbook(bytes, 'AllOrNothing')).data).toMatchObject({ Written: true, UpdateCount: 2 })
  expect(await statusesOf(file)).toEqual(['Invalid', 'Invalid'])
})

test.each(['退款', '作 廢', '作廢、改銷', '0'])(
  'an action %s that the drop-down does not have is named',
  async (action) => {
    const file = await waitingFile()
    const { data } = await sentWorkbook(await workbook(file, withContent(file, { ...invalid, 處理方式: action })))
    expect(problemsOf(data)).toEqual([[2, '處理方式', expect.stringMatching(/處理方式.*(分拆|選項|改銷)/)]])
  },
)

test('a cell that is merged with the one above is refused, so that no line is handled by the row of another', async () => {
  const file = await waitingFile(3)
  const rows = withContent(file, { 處理方式: '', 處理說明: '' }).map((row, index) =>
    index === 0 ? { ...row, ...invalid } : row,
  )
  const { data } = await sentWorkbook(await workbook(file, rows, { merged: ['處理方式', '處理說明'] }), 'GoodRows')
  expect(problemsOf(data)).toEqual([
    [3, '處理方式', expect.stringContaining('合併')],
    [4, '處理方式', expect.stringContaining('合併')],
  ])
  expect(await statusesOf(file)).toEqual(['Invalid', 'Exception', 'Exception'])
})

test('a formula, and a bill number that Excel has made a date, are named', async () => {
  const file = await waitingFile(2)
  const rows = withContent(file, { 處理方式: '改銷', 要銷的帳單編號: '', 處理說明: Reason })
  const odd = [{ row: 0, title: '要銷的帳單編號', value: new Date('2026-11-01T00:00:00Z') }]
  const { data } = await sentWorkbook(await workbook(file, rows.slice(0, 1), { odd }))
  expect(problemsOf(data)).toEqual([[2, '要銷的帳單編號', expect.stringContaining('Excel 存成日期')]])
  const formula = saved(file, withContent(file, { ...invalid, 處理說明: '=A1&B1' }))
  expect(problemsOf((await sent(maker, formula)).data)).toEqual([
    [2, '處理說明', expect.stringContaining('公式')],
    [3, '處理說明', expect.stringContaining('公式')],
  ])
})

test.each(['序號', '異動時間', '處理方式'])('a file without the column %s is refused and names it', async (title) => {
  const file = await waitingFile()
  const titles = file.titles.filter((other) => other !== title)
  const answer = await sent(maker, saved({ ...file, titles }, withContent(file, invalid)), { mode: 'GoodRows' })
  expect(answer).toMatchObject({ code: expect.not.stringMatching('0000') })
  expect(`${answer.message}${JSON.stringify(answer.errors ?? {})}`).toContain(title)
  expect(await statusesOf(file)).toEqual(['Exception'])
})

test('a key or a version that was changed handles no line', async () => {
  const file = await waitingFile()
  for (const [title, value] of [
    ['序號', '999999'],
    ['序號', 'x'],
    ['異動時間', '2026-11-01T00:00:00+08:00'],
    ['異動時間', ''],
  ] as const) {
    const answer = await sent(maker, saved(file, withContent(file, { ...invalid, [title]: value })), {
      mode: 'GoodRows',
    })
    expect(answer.data, `${title} ${value}`).toMatchObject({ Written: false, BadCount: 1 })
  }
  expect(await statusesOf(file)).toEqual(['Exception'])
})

describe('1,000 rows', () => {
  const bills = (count: number, ShouldPayAmount: number) =>
    Promise.all(Array.from({ length: count }, () => givenBill(here, { VACAccount: newAccount(), ShouldPayAmount })))
  const reason = { 處理說明: Reason }

  test.each<[string, string, () => Promise<readonly Row[]>]>([
    [
      '改銷',
      'ChangedBill',
      async () => (await bills(1000, 1000)).map(({ BillNo }) => ({ 要銷的帳單編號: String(BillNo) })),
    ],
    [
      '分拆',
      'Divided',
      async () => (await bills(1000, 500)).map(({ BillNo }) => ({ 要銷的帳單編號: String(BillNo), 分拆金額: '500' })),
    ],
    [
      '更正虛擬帳號',
      'ChangedVAC',
      async () => (await bills(1000, 1000)).map(({ VACAccount }) => ({ 更正後虛擬帳號: String(VACAccount) })),
    ],
    ['作廢', 'Invalid', async () => Array.from({ length: 1000 }, () => ({}))],
  ])(
    'of %s are imported in one file',
    async (action, status, contentsOf) => {
      const contents = await contentsOf()
      const file = await waitingFile(action === '分拆' ? 500 : 1000)
      const rows = contents.map((content, index) => ({
        ...file.rows[action === '分拆' ? Math.floor(index / 2) : index],
        處理方式: action,
        ...reason,
        ...content,
      }))
      const bytes = saved(file, rows)
      const started = performance.now()
      const { data } = await sent(maker, bytes, { mode: 'AllOrNothing' })
      console.info(`1,000 rows of ${action} in ${Math.round(performance.now() - started)} ms`)
      expect(data).toMatchObject({ Written: true, UpdateCount: file.rows.length, BadCount: 0 })
      expect(new Set(await statusesOf(file))).toEqual(new Set([status]))
    },
    60_000,
  )
})
