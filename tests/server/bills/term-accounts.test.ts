import { CompiledQuery, sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { grantsFor } from '../../../src/server/accounts/payer-claim'
import type { Client } from '../../support/client'
import { type Portal, portal } from '../../support/portal'
import { signIn } from '../accounts/sign-in'
import { csv } from '../imports/files'
import { header, imported, plain, twoCompaniesWithTerms } from '../imports/uploads'

let here: Portal
let maker: Client
let term: number

beforeEach(async () => {
  here = await portal()
  await twoCompaniesWithTerms(here)
  maker = await here.as('CustomerMaker')
  term = (
    await here.db
      .selectFrom('bill_term')
      .select('serial_id')
      .where('apply_code', '=', '77001')
      .executeTakeFirstOrThrow()
  ).serial_id
})

const upload = (BillTermId: string) => imported(here, maker, 'a.csv', csv([header, ...plain(1)]), { BillTermId })

const setState = async (TermStatus: string) => {
  const { data } = await maker.get(`/BillTerm/${term}`)
  return maker.put(`/BillTerm/${term}`, { TermStatus, UpdateTime: data.UpdateTime })
}

const newTerm = () => here.given.billTerm({ BillTermId: '2026-12', BillTermNo: '26' })

test('closing a term makes its accounts available to the bills of another term', async () => {
  expect(await upload('2026-11')).toMatchObject({ ImportStatus: 'Succeeded' })
  expect(await setState('Closed')).toMatchObject({ code: '0000' })
  await newTerm()
  expect(await upload('2026-12')).toMatchObject({ ImportStatus: 'Succeeded', ErrorLog: [] })
  const bills = await here.db
    .selectFrom('bill')
    .select(['bill_term_id', 'vac_account', 'account_state'])
    .orderBy('serial_id')
    .execute()
  expect(bills).toEqual([
    { bill_term_id: '2026-11', vac_account: '77001260000010', account_state: 'Released' },
    { bill_term_id: '2026-12', vac_account: '77001260000010', account_state: 'InUse' },
  ])
})

test('a bill without its account has no payment codes', async () => {
  await upload('2026-11')
  const { serial_id } = await here.db.selectFrom('bill').select('serial_id').executeTakeFirstOrThrow()
  expect((await maker.get(`/Bills/${serial_id}`)).data.MarketBarcodes).toHaveLength(3)
  await setState('Closed')
  expect((await maker.get(`/Bills/${serial_id}`)).data).toMatchObject({
    AccountState: 'Released',
    MarketBarcodes: [],
    PostBarcodes: [],
    TWQRPayload: '',
  })
})

test('a reopened term takes its accounts back, unless other bills have them', async () => {
  await upload('2026-11')
  await setState('Closed')
  expect(await setState('Open')).toMatchObject({ code: '0000' })
  expect(await here.db.selectFrom('bill').select('account_state').execute()).toEqual([{ account_state: 'InUse' }])

  await setState('Closed')
  await here.given.billTerm({ BillTermId: '2026-12', BillTermNo: '27' })
  await here.given.bill({ BillTermId: '2026-12', VACAccount: '77001260000010' })
  expect(await setState('Open')).toMatchObject({
    code: '2006',
    message: '期別「2026-11」有虛擬帳號已由其他期別的帳單使用，不能重新開放；請改為新增期別。',
  })
  expect((await maker.get(`/BillTerm/${term}`)).data.TermStatus).toBe('Closed')
})

test('a change of other values of a term leaves its bills unchanged', async () => {
  await upload('2026-11')
  const stateOf = async () =>
    (await here.db.selectFrom('bill').select('account_state').executeTakeFirstOrThrow()).account_state
  // A value that the portal would overwrite shows whether it wrote.
  await here.db.updateTable('bill').set({ account_state: 'Released' }).execute()
  const { data } = await maker.get(`/BillTerm/${term}`)
  expect(await maker.put(`/BillTerm/${term}`, { Notices: '請準時繳納', UpdateTime: data.UpdateTime })).toMatchObject({
    code: '0000',
  })
  expect(await stateOf()).toBe('Released')
  await sql`update bill set account_state = null`.execute(here.db)
  expect(await setState('Closed')).toMatchObject({ code: '0000' })
  expect(await stateOf(), 'of a bill without a state').toBe('Released')
})

test('the number of a slip shows its payer only the bill that has it now', async () => {
  await here.given.bill({ BillNo: 'OLD', VACAccount: '77001260000010', AccountState: 'Released' })
  const login = async () =>
    (await signIn(here, '/PayerArea/Login', { UniformNo: '90000017', VACAccount: '77001260000010' })).data
  const numbersOf = (data: { DataLists1: readonly { BillNo: string }[] }) => data.DataLists1.map(({ BillNo }) => BillNo)
  expect(numbersOf(await login()), 'as long as no other bill has it').toEqual(['OLD'])
  await here.given.bill({ BillNo: 'NEW', VACAccount: '77001260000010' })
  expect(numbersOf(await login())).toEqual(['NEW'])
  await here.db.updateTable('bill').set({ account_state: 'Released' }).where('bill_no', '=', 'NEW').execute()
  expect(numbersOf(await login()), 'the latest, if none holds it').toEqual(['NEW'])
  await here.db.updateTable('bill').set({ account_state: 'InUse' }).where('bill_no', '=', 'OLD').execute()
  expect(numbersOf(await login()), 'after its term was opened again').toEqual(['OLD'])
})

test('the bill of an account is found by an index', async () => {
  await here.given.bill({ VACAccount: '77001260001235' })
  await sql`
    insert into bill select r.*
    from bill b, generate_series(1, 5000) n,
      jsonb_populate_record(b, jsonb_build_object('serial_id', 100000 + n, 'bill_no', 'M' || n, 'vac_account', lpad(n::text, 14, '0'))) r`.execute(
    here.db,
  )
  await sql`analyze bill`.execute(here.db)
  const statements: CompiledQuery[] = []
  const db = here.db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      statements.push(here.db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  expect((await grantsFor(db, { UniformNo: '90000017', VACAccount: '77001260001235' }))?.billIds).toHaveLength(1)
  const { sql: text, parameters } =
    statements.find((statement) => statement.sql.includes('from bill b')) ?? expect.fail('The bills were not searched.')
  const { rows } = await here.db.executeQuery<Record<string, string>>(
    CompiledQuery.raw(`explain ${text}`, [...parameters]),
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('bill_apply_code_vac_account_prefix')
  expect(plan).not.toContain('Seq Scan on bill ')
})
