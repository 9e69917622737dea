import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Sheets } from '../../../src/server/ports'
import { registerJobs } from '../../../src/server/register-jobs'
import type { Client } from '../../support/client'
import { type Portal, portal } from '../../support/portal'
import { csv } from './files'
import { header, imported, plain, twoCompaniesWithTerms } from './uploads'

let here: Portal
let maker: Client

beforeEach(async () => {
  here = await portal()
  await twoCompaniesWithTerms(here)
  await here.given.billTerm({ BillTermId: '2026-12', BillTermNo: '27' })
  maker = await here.as('CustomerMaker')
})

/** Changes the term 2026-11 after the import has read its terms and before it publishes its bills. */
const changeDuringImport = (change: object) => {
  const { sheets } = here.ports
  const changing: Sheets = {
    ...sheets,
    async *read(...file) {
      yield* sheets.read(...file)
      const { serial_id } = await here.db
        .selectFrom('bill_term')
        .select('serial_id')
        .where('apply_code', '=', '77001')
        .where('bill_term_id', '=', '2026-11')
        .executeTakeFirstOrThrow()
      const { data } = await maker.get(`/BillTerm/${serial_id}`)
      expect(await maker.put(`/BillTerm/${serial_id}`, { ...change, UpdateTime: data.UpdateTime })).toMatchObject({
        code: '0000',
      })
    },
  }
  registerJobs({ ...here, ports: { ...here.ports, sheets: changing } })
}

const file = csv([
  ['期別代號', ...header],
  ...plain(2).map((row, index) => [index === 0 ? '2026-11' : '2026-12', ...row]),
])

const terms = async () =>
  (await sql<{ term: string }>`select bill_term_id as term from bill`.execute(here.db)).rows.map(({ term }) => term)

test.each([
  ['closed', { TermStatus: 'Closed' }, '期別「2026-11」已結案，不可再新增帳單。'],
  ['with another number', { BillTermNo: '31' }, '期別「2026-11」在匯入期間已變更，請重新上傳這一列。'],
])('a term that is %s during an import gets none of its bills', async (_, change, Message) => {
  changeDuringImport(change)
  const done = await imported(here, maker, 'bills.csv', file, { BillTermId: null })
  expect(done).toMatchObject({ ImportStatus: 'PartialFailed', TotalCount: 2, SuccessCount: 1, FailCount: 1 })
  expect(done.ErrorLog).toEqual([{ RowNo: 2, ColumnName: '期別代號', Value: '2026-11', ErrorCode: 'E106', Message }])
  expect(await terms()).toEqual(['2026-12'])
})

test('an import of all rows or none then creates no bill', async () => {
  changeDuringImport({ TermStatus: 'Closed' })
  const done = await imported(here, maker, 'bills.csv', file, { BillTermId: null, ImportMode: 'AllOrNothing' })
  expect(done).toMatchObject({ ImportStatus: 'Failed', SuccessCount: 0, ErrorLog: [{ RowNo: 2, ErrorCode: 'E106' }] })
  expect(await terms()).toEqual([])
})

test('a change of the term that does not affect accounts has no effect', async () => {
  changeDuringImport({ BillTermName: '改名' })
  expect(await imported(here, maker, 'bills.csv', file, { BillTermId: null })).toMatchObject({
    ImportStatus: 'Succeeded',
    SuccessCount: 2,
  })
})
