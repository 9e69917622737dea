import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { portal, twoCompanies } from '../../support/portal'

const { as, given, db } = await portal()
await twoCompanies({ given })
const maker = await as('CustomerMaker')

await given.payer({ PayerId: 'A1-0501', PayerName: '臺灣大哥', Mobile: '0912345678', IdNo: 'A123456789' })
await given.payer({ PayerId: 'b2_0502', PayerName: 'ＡＢＣ有限公司', Mobile: '0987654321', IdNo: 'F234567898' })
await given.bill({ BillNo: 'B202611-000777', VACAccount: '77001260007771', PayerName: '王小台' })
await given.bill({ BillNo: 'B202612-000778', VACAccount: '77001260007783', PayerName: '⼤同' })

const line = {
  ApplyCode: '77001',
  ChannelId: '01',
  TradeDate: '2026-11-20',
  CurrencyType: 'TWD',
  AmountSign: 'Plus',
  Amount: 1000,
  WriteOffStatus: 'WrittenOff',
}
await given.record('TLDetail', { ...line, VACAccount: '77001260007771', BillNo: 'B202611-000777' })
await given.record('TLDetail', { ...line, VACAccount: '77710000000005', BillNo: 'B202612-000778' })

const found = async (path: string, name: string, query: Readonly<Record<string, string>>) =>
  (await maker.get(path, query)).data.Items.map((record: Readonly<Record<string, string>>) => record[name])
const bills = (query: Readonly<Record<string, string>>) => found('/Bills', 'BillNo', query)
const november = { DateType: 'TradeDate', StartDate: '2026-11-01', EndDate: '2026-11-30' }
const lines = (query: Readonly<Record<string, string>>) => found('/TLDetail', 'VACAccount', { ...november, ...query })
const payers = (query: Readonly<Record<string, string>>) => found('/Payer', 'PayerId', query)

test.each([
  'B202611-000777',
  'b202611-000777',
  'Ｂ２０２６１１－０００７７７',
  'B202611000777',
  'b202611 000777',
  'B202611‐000777',
  '\u200bB202611-000777 ',
  'b202611',
  '000777',
  '0777',
])('the bill B202611-000777 is found by %j', async (BillNo) => {
  expect(await bills({ BillNo })).toEqual(['B202611-000777'])
})

test.each([
  '77001260007771',
  '7700 1260 0077 71',
  '7700-1260-0077-71',
  '７７００１２６０００７７７１',
  '0077001260007771',
  '00 7700 1260 0077 71',
  '7771',
  '07771',
  '007771',
])('the account 77001260007771 is found by %j', async (VACAccount) => {
  expect(await bills({ VACAccount })).toEqual(['B202611-000777'])
})

test.each(['77001260007771', '7700 1260 0077 71', '0077001260007771', '7771', '07771', '００７７７１'])(
  'a line of the account is found exactly by %j',
  async (VACAccount) => {
    expect(await lines({ VACAccount })).toEqual(['77001260007771'])
  },
)

test('of the end of an account, an exact filter takes only four to six digits', async () => {
  expect([
    await lines({ VACAccount: '771' }),
    await lines({ VACAccount: '0007771' }),
    await lines({ VACAccount: '7700' }),
  ]).toEqual([[], [], []])
})

test.each(['B202611-000777', 'b202611000777', 'Ｂ２０２６１１ 000777', '000777'])(
  'a line of the bill B202611-000777 is found by %j',
  async (BillNo) => {
    expect(await lines({ BillNo })).toEqual(['77001260007771'])
  },
)

test.each<Readonly<Record<string, string>>>([
  { ApplyCode: '７７００１' },
  { ApplyCode: ' 77001\u200b' },
  { BillCategoryCode: 'mgt' },
  { BillCategoryCode: 'ＭＧＴ' },
])('a filter on a reference takes a code as forms do: %j', async (query) => {
  expect((await bills(query)).toSorted()).toEqual(['B202611-000777', 'B202612-000778'])
})

test('a reference to codes in capital letters is stored in capital letters', async () => {
  const body = {
    ApplyCode: '77001',
    FeeCode: 'F1',
    FeeName: '管理費',
    BillCategoryCode: 'ｍgt',
    SortNo: 1,
    FeeStatus: 'Active',
  }
  expect((await maker.post('/fee', body)).data.BillCategoryCode).toBe('MGT')
})

test.each([
  ['\ue000', '含有自造字（U+E000），只有造字的電腦能顯示，請改用通用的字。'],
  ['\ufffd', '含有無法辨識的字（可能是自造字、被截斷的字，或檔案的編碼不同），請改用通用的字。'],
])('a form refuses the character %j, which files refuse, with the same sentence', async (character, sentence) => {
  const body = {
    ApplyCode: '77001',
    PayerId: 'D1',
    PayerName: `王${character}明`,
    PayerNo: '000905',
    Email: `a${character}@example.com`,
    Remark: character,
  }
  expect((await maker.post('/Payer', body)).errors).toEqual({
    PayerName: `繳款人姓名${sentence}`,
    Email: `電子郵件${sentence}`,
    Remark: `備註${sentence}`,
  })
})

test('the end of a number has four to six digits; other texts are beginnings', async () => {
  expect([
    await bills({ VACAccount: '771' }),
    await bills({ VACAccount: '0007771' }),
    await bills({ BillNo: '00-0777' }),
  ]).toEqual([[], [], []])
})

test.each(['臺灣', '台灣', '台灣大哥', '臺 灣', '台\u200b灣'])(
  'the payer 臺灣大哥 is found by %j',
  async (PayerName) => {
    expect(await payers({ PayerName })).toEqual(['A1-0501'])
  },
)

test.each(['ABC', 'abc有限', 'ＡＢＣ', 'ａｂｃ'])('the payer ＡＢＣ有限公司 is found by %j', async (PayerName) => {
  expect(await payers({ PayerName })).toEqual(['b2_0502'])
})

test('a radical that looks like a character is stored and found as the character', async () => {
  await given.payer({ PayerId: 'C3', PayerName: '王小明' })
  const { data } = await maker.post('/Payer', {
    ApplyCode: '77001',
    PayerId: 'C4',
    PayerName: '⼤\u200b山',
    PayerNo: '000904',
  })
  expect(data.PayerId).toBe('C4')
  expect(await payers({ PayerName: '大山' })).toEqual(['C4'])
  expect(await payers({ PayerName: '⼤⼭' })).toEqual(['C4'])
})

test.each(['A1-0501', 'a1-0501', 'Ａ１－０５０１', 'A10501', 'a1 0501'])(
  'the payer A1-0501 is found by the code %j',
  async (PayerId) => {
    expect(await payers({ PayerId })).toEqual(['A1-0501'])
  },
)

test.each(['B2_0502', 'ABC', '0502', '２_０５０２'])(
  'the options of a reference contain b2_0502 for the keyword %j',
  async (Keyword) => {
    expect(await payers({ Keyword })).toEqual(['b2_0502'])
  },
)

test.each(['b202611000777', 'B202611', '000777', '71', '7771', '王小臺', '小台'])(
  'the keyword %j finds a bill by the beginning or the end of its number or account, without regard to hyphens, or by a part of its name',
  async (Keyword) => {
    expect(await bills({ Keyword })).toEqual(['B202611-000777'])
  },
)

test('a keyword of one character is refused where a list is searched by indexes, and other lists take it', async () => {
  expect((await maker.get('/Bills', { Keyword: ' 王 ' })).errors).toEqual({ Keyword: '關鍵字請輸入 2 個字以上。' })
  expect((await maker.get('/fee', { Keyword: '費' })).code).toBe('0000')
})

test('a text of blanks or hyphens alone does not match everything', async () => {
  expect([
    await bills({ VACAccount: '-' }),
    await bills({ BillNo: '\u200b' }),
    await bills({ PayerName: '\u200b' }),
  ]).toEqual([[], [], []])
})

test('beginnings and ends of numbers are found by indexes', async () => {
  const { rows } = await sql<{ definition: string }>`
    select indexdef as definition from pg_indexes where tablename = 'bill' and indexname like '%\\_suffix' order by indexname`.execute(
    db,
  )
  expect(rows.map(({ definition }) => definition.slice(definition.indexOf('(')))).toEqual([
    '(apply_code, reverse(bill_no) text_pattern_ops)',
    '(apply_code, reverse(vac_account) text_pattern_ops)',
  ])
  await sql`
    insert into bill select r.*
    from bill b, generate_series(1, 5000) n,
      jsonb_populate_record(b, jsonb_build_object('serial_id', 100000 + n, 'bill_no', 'M' || n, 'vac_account', lpad((n * 7919)::text, 14, '8'), 'bill_state', 'Void')) r
    where b.bill_no = 'B202611-000777'`.execute(db)
  await sql`analyze bill`.execute(db)
  const { rows: plan } = await sql<Record<string, string>>`
    explain select serial_id from bill
    where apply_code = '77001' and (vac_account like '0777%' or reverse(vac_account) like '7770%')`.execute(db)
  const text = plan.map((row) => row['QUERY PLAN']).join('\n')
  expect(text).toContain('bill_apply_code_vac_account_suffix')
  expect(text).not.toContain('Seq Scan')
})
