import { describe, expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/types'
import { registerJobs } from '../../../src/server/register-jobs'
import { accountNo, uploadWhiteList, whiteListRow } from '../../support/payments/white-list'
import { insurer, portal, twoCompanies } from '../../support/portal'
import { csv, xlsx } from '../imports/files'
import { restart, stoppingReader } from '../imports/processes'

const here = await portal()
const { as, given, db, ports } = here
await twoCompanies({ given })
const maker = await as('CustomerMaker')

const header = ['異動別', '虛擬帳號', '金額', '起日', '迄日', '可繳次數', '繳款人姓名', '身分證字號／統編', '備註']
const workbook = await xlsx([header])
const row = (operation: string, account: string, changes: Readonly<Record<number, string>> = {}): string[] =>
  [operation, account, '1000', '2026/11/01', '115/11/30', '2', '王大明', '', ''].map(
    (cell, index) => changes[index] ?? cell,
  )

const uploaded = async (rows: readonly (readonly string[])[], fields: RecordValues = {}): Promise<RecordValues> => {
  const answer = await uploadWhiteList(maker, csv(rows), fields)
  expect(answer, answer.message).toMatchObject({ code: '0000' })
  await ports.jobs.runUntilIdle()
  const { SerialId } = answer.data
  const { data } = await maker.get('/WhiteListImportList', { PageSize: 100 })
  return data.Items.find((item: RecordValues) => item.SerialId === SerialId)
}

const logOf = async ({ SerialId }: RecordValues) =>
  ((
    await db
      .selectFrom('white_list_import')
      .select('error_log')
      .where('serial_id', '=', Number(SerialId))
      .executeTakeFirstOrThrow()
  ).error_log ?? []) as readonly RecordValues[]

const listed = async (account: string) =>
  (await maker.get('/WhiteList', { VACAccount: account, SortField: 'SerialId', SortOrder: 'ASC' })).data.Items

describe('an upload', () => {
  test('adds, changes and disables entries, and counts them', async () => {
    await given.record('whiteList', { ...whiteListRow(1), UsedTimes: 0, WhiteListState: 'Active', Remark: '舊的備註' })
    await given.record('whiteList', { ...whiteListRow(2), UsedTimes: 0, WhiteListState: 'Active' })
    const upload = await uploaded([
      header,
      row('A', accountNo(3)),
      row('u', accountNo(1), { 2: '2,500'.replace(',', ''), 5: '', 6: '陳小華' }),
      row('D', accountNo(2), { 2: '', 3: '', 4: '' }),
    ])
    expect(upload).toMatchObject({
      ImportStatus: 'Succeeded',
      TotalCount: 3,
      SuccessCount: 3,
      FailCount: 0,
      OriFileName: 'whitelist.csv',
    })
    expect(await listed(accountNo(3))).toMatchObject([
      {
        CheckType: 'AccountAmountDate',
        Amount: 1000,
        StartDate: '2026-11-01',
        EndDate: '2026-11-30',
        MaxTimes: 2,
        UsedTimes: 0,
        WhiteListStatus: 'Active',
        ImportSerialId: upload.SerialId,
      },
    ])
    const [changed] = await listed(accountNo(1))
    expect((await maker.get(`/WhiteList/${changed.SerialId}`)).data).toMatchObject({
      Amount: 2500,
      MaxTimes: 2,
      PayerName: '陳小華',
      Remark: '舊的備註',
      ImportSerialId: null,
    })
    expect(await listed(accountNo(2))).toMatchObject([{ WhiteListStatus: 'Disabled' }])
    const audit = await db
      .selectFrom('audit_log')
      .select(['action', 'resource'])
      .where('user_id', '=', String(upload.UploadUser))
      .where('action', 'in', ['Update', 'Disable', 'Import'])
      .orderBy('id')
      .execute()
    expect(audit).toEqual([
      { action: 'Update', resource: 'whiteList' },
      { action: 'Disable', resource: 'whiteList' },
      { action: 'Import', resource: 'whiteListImportList' },
    ])
  })

  test('reports every wrong cell by its row, column and code, and accepts the good rows', async () => {
    await given.record('whiteList', { ...whiteListRow(10), UsedTimes: 0, WhiteListState: 'Active' })
    await given.record('whiteList', { ...whiteListRow(11), MaxTimes: 5, UsedTimes: 3, WhiteListState: 'Active' })
    const wrongDigit = accountNo(12).replace(/.$/, (digit) => String((Number(digit) + 1) % 10))
    const upload = await uploaded([
      header,
      row('X', accountNo(13)),
      row('', accountNo(14)),
      row('A', ''),
      row('A', '7700126ABC'),
      row('A', accountNo(15).slice(1)),
      row('A', wrongDigit),
      row('A', `8${accountNo(15).slice(1)}`),
      row('A', accountNo(16), { 2: '' }),
      row('A', accountNo(17), { 2: '0' }),
      row('A', accountNo(18), { 3: '2026/11/31' }),
      row('A', accountNo(19), { 3: '2026/12/01' }),
      row('A', accountNo(20), { 7: 'A123456788' }),
      row('A', accountNo(21)),
      row('A', accountNo(21)),
      row('A', accountNo(10)),
      row('U', accountNo(22)),
      row('D', accountNo(23)),
      row('U', accountNo(11), { 5: '2' }),
      [...row('A', accountNo(24)), '多的'],
    ])
    expect(upload).toMatchObject({ ImportStatus: 'PartialFailed', TotalCount: 19, SuccessCount: 1, FailCount: 18 })
    expect((await logOf(upload)).map(({ RowNo, ColumnName, ErrorCode }) => [RowNo, ColumnName, ErrorCode])).toEqual([
      [2, '異動別', 'E102'],
      [3, '異動別', 'E101'],
      [4, '虛擬帳號', 'E101'],
      [5, '虛擬帳號', 'E102'],
      [6, '虛擬帳號', 'E104'],
      [7, '虛擬帳號', 'E103'],
      [8, '虛擬帳號', 'E102'],
      [9, '金額', 'E101'],
      [10, '金額', 'E102'],
      [11, '起日', 'E102'],
      [12, '迄日', 'E107'],
      [13, '身分證字號／統編', 'E103'],
      [15, '虛擬帳號', 'E105'],
      [16, '虛擬帳號', 'E110'],
      [17, '虛擬帳號', 'E106'],
      [18, '虛擬帳號', 'E106'],
      [19, '可繳次數', 'E102'],
      [20, '第 10 欄', 'E112'],
    ])
    expect(await listed(accountNo(21))).toHaveLength(1)
  })

  test('refuses an account that is used up as listed, and explains how to use it again', async () => {
    await given.record('whiteList', { ...whiteListRow(90), MaxTimes: 1, UsedTimes: 1, WhiteListState: 'Active' })
    const upload = await uploaded([header, row('A', accountNo(90))])
    const advice = '若要變更，請將異動別改為 U；若已繳足或已逾期而要再用，請同時提高可繳次數或延後迄日。'
    expect(await logOf(upload)).toMatchObject([
      { ErrorCode: 'E110', Message: `虛擬帳號 ${accountNo(90)} 已在名單中；${advice}` },
    ])
  })

  test('changes and disables entries that are used up or expired, and adds the account of a disabled entry again', async () => {
    const state = { UsedTimes: 0, WhiteListState: 'Active' }
    const expired = { ...state, StartDate: '2026-10-01', EndDate: '2026-10-31' }
    await given.record('whiteList', { ...whiteListRow(70), ...state, MaxTimes: 2, UsedTimes: 2 })
    await given.record('whiteList', { ...whiteListRow(71), ...state, MaxTimes: 2, UsedTimes: 2 })
    await given.record('whiteList', { ...whiteListRow(72), ...expired })
    await given.record('whiteList', { ...whiteListRow(73), ...expired })
    for (const no of [74, 75, 76])
      await given.record('whiteList', { ...whiteListRow(no), ...state, WhiteListState: 'Disabled' })
    const upload = await uploaded([
      header,
      row('A', accountNo(70)),
      row('U', accountNo(70), { 5: '3' }),
      row('D', accountNo(71)),
      row('U', accountNo(72)),
      row('D', accountNo(73)),
      row('A', accountNo(74)),
      row('U', accountNo(75)),
      row('D', accountNo(76)),
    ])
    expect((await logOf(upload)).map(({ RowNo, ErrorCode }) => [RowNo, ErrorCode])).toEqual([
      [2, 'E110'],
      [3, 'E105'],
      [8, 'E106'],
      [9, 'E106'],
    ])
    const again = await uploaded([
      header,
      row('U', accountNo(70), { 5: '3' }),
      row('A', accountNo(71)),
      row('A', accountNo(72)),
    ])
    expect((await logOf(again)).map(({ RowNo, ErrorCode }) => [RowNo, ErrorCode])).toEqual([[4, 'E110']])
    const states = async (no: number) =>
      (await listed(accountNo(no))).map(({ WhiteListStatus }: RecordValues) => WhiteListStatus)
    expect(await Promise.all([70, 71, 72, 73, 74, 75, 76].map(states))).toEqual([
      ['Active'],
      ['Disabled', 'Active'],
      ['Active'],
      ['Disabled'],
      ['Disabled', 'Active'],
      ['Disabled'],
      ['Disabled'],
    ])
  })

  test('reveals nothing about the accounts of another agreement, and leaves them unchanged', async () => {
    const account = accountNo(77).replace('77001', '77003')
    await given.record('whiteList', {
      ...whiteListRow(77),
      ApplyCode: '77003',
      VACAccount: account,
      UsedTimes: 0,
      WhiteListState: 'Active',
    })
    const upload = await uploaded([header, row('A', account), row('U', account), row('D', account)])
    expect(upload).toMatchObject({ ImportStatus: 'Failed', FailCount: 3 })
    expect((await logOf(upload)).map(({ ErrorCode, Message }) => [ErrorCode, Message])).toEqual(
      [2, 3, 4].map(() => ['E102', '虛擬帳號須以委託單位代號 77001 開頭，請核對後更正。']),
    )
    const other = await as('CustomerMaker', insurer)
    expect((await other.get('/WhiteList', { VACAccount: account })).data.Items).toMatchObject([
      { WhiteListStatus: 'Active', Amount: 1077 },
    ])
    expect(await other.get('/WhiteListImportList')).toMatchObject({ data: { Items: [] } })
    expect(await other.delete(`/WhiteListImportList/${upload.SerialId}`)).toMatchObject({ status: 404 })
  })

  test('counts the failed rows that the error log lacks', async () => {
    const bad = Array.from({ length: 10_005 }, (_, index) => row('X', accountNo(50_000 + index)))
    const upload = await uploaded([header, row('A', accountNo(49_999)), ...bad])
    expect(upload).toMatchObject({
      ImportStatus: 'PartialFailed',
      SuccessCount: 1,
      FailCount: 10_005,
      UnlistedCount: 5,
    })
  })

  test('all rows or none: one bad row leaves the list unchanged', async () => {
    const upload = await uploaded([header, row('A', accountNo(30)), row('A', '')], { ImportMode: 'AllOrNothing' })
    expect(upload).toMatchObject({ ImportStatus: 'Failed', TotalCount: 2, SuccessCount: 0, FailCount: 2 })
    expect(await listed(accountNo(30))).toEqual([])
  })

  test('refuses values that its file type does not check, so that nobody relies on a check', async () => {
    const upload = await uploaded([header, row('A', accountNo(31)), row('A', accountNo(32), { 2: '', 3: '', 4: '' })], {
      WhiteListFileType: 'Account',
    })
    expect(upload).toMatchObject({ SuccessCount: 1, FailCount: 1 })
    expect((await logOf(upload)).map(({ ColumnName, ErrorCode }) => [ColumnName, ErrorCode])).toEqual([
      ['金額', 'E102'],
      ['起日', 'E102'],
      ['迄日', 'E102'],
    ])
    expect(await listed(accountNo(32))).toMatchObject([
      { CheckType: 'Account', Amount: null, StartDate: null, EndDate: null },
    ])
  })

  test.each(['範例（不匯入）77001260001235', '範例77001260001235'])(
    'accepts synonyms of titles, and skips the example of a template, %s, and says so',
    async (example) => {
      const account = accountNo(example.includes('（') ? 33 : 34)
      const upload = await uploaded([
        ['異動類別', '銷帳編號', '檢核金額', '有效起日', '有效迄日'],
        ['A', example, '1,000'.replace(',', ''), '2026/11/01', '2026/11/30'],
        ['A', account, '1000', '20261101', '20261130'],
      ])
      expect(upload).toMatchObject({ ImportStatus: 'Succeeded', TotalCount: 1, SuccessCount: 1, ExampleRowNo: 2 })
      expect(await logOf(upload)).toMatchObject([
        { RowNo: 2, ColumnName: '銷帳編號', Value: example, ErrorCode: 'W102' },
      ])
      expect(await listed(account)).toMatchObject([{ MaxTimes: 1, StartDate: '2026-11-01' }])
    },
  )

  test('with an example, a bad row and a good one, has no failed row that its log does not list', async () => {
    const upload = await uploaded([
      header,
      row('A', '範例（不匯入）77001260001235'),
      row('X', accountNo(35)),
      row('A', accountNo(36)),
    ])
    expect(upload).toMatchObject({
      ImportStatus: 'PartialFailed',
      TotalCount: 2,
      SuccessCount: 1,
      FailCount: 1,
      UnlistedCount: 0,
      ExampleRowNo: 2,
    })
  })

  test.each([
    [
      'an unknown title',
      [
        ['異動別', '虛擬帳號', '血型'],
        ['A', accountNo(40), 'A'],
      ],
      '3004',
      /不認得「血型」欄.*缺少「金額」欄/,
    ],
    ['no title', [['a', 'b']], '3004', /第 1 列沒有任何認得的欄位標題/],
    ['only titles', [header], '3003', /只有標題列，沒有資料/],
    ['only the example', [header, row('A', '範例1')], '3003', /只有標題列與範例列/],
  ])('with %s is refused immediately', async (_, rows, code, message) => {
    expect(await uploadWhiteList(maker, csv(rows as string[][]))).toMatchObject({
      code,
      message: expect.stringMatching(message),
    })
  })

  test.each([
    ['of another kind', 'list.pdf', new TextEncoder().encode('%PDF-1.7'), '3001', '上傳檔案只接受 xlsx、csv、txt 檔。'],
    [
      'that was renamed',
      'list.xlsx',
      new TextEncoder().encode('異動別'),
      '3001',
      expect.stringContaining('上傳檔案的內容不是 xlsx 檔'),
    ],
    ['that is a renamed workbook', 'list.csv', workbook, '3001', expect.stringContaining('上傳檔案的內容不是 csv 檔')],
    ['that is empty', 'list.csv', new Uint8Array(), '3003', '上傳檔案是空的檔案，請確認內容後重新選擇。'],
  ])('of a file %s is refused at its field', async (_, name, bytes, code, message) => {
    expect(await uploadWhiteList(maker, bytes, {}, name)).toMatchObject({ code, errors: { File: message } })
    expect(await db.selectFrom('file').select('name').where('name', '=', name).execute()).toEqual([])
  })

  test('of another company, under an inactive agreement or by a role that only reads is refused', async () => {
    expect(await uploadWhiteList(maker, csv([header, row('A', accountNo(41))]), { ApplyCode: '77003' })).toMatchObject({
      code: '2002',
      errors: { ApplyCode: expect.any(String) },
    })
    expect(await uploadWhiteList(await as('CustomerChecker'), csv([header, row('A', accountNo(41))]))).toMatchObject({
      status: 403,
    })
    await db.updateTable('agreement').set({ agreement_status: 'Suspended' }).where('apply_code', '=', '77001').execute()
    expect(await uploadWhiteList(maker, csv([header, row('A', accountNo(41))]))).toMatchObject({
      code: '2006',
      errors: { ApplyCode: expect.stringContaining('已中止') },
    })
    await db.updateTable('agreement').set({ agreement_status: 'Active' }).where('apply_code', '=', '77001').execute()
  })
})

describe('the files of an upload', () => {
  test('are the uploaded file, and a workbook of the failed rows that can be corrected and uploaded', async () => {
    const upload = await uploaded([header, row('A', accountNo(50)), row('A', accountNo(51), { 2: '' })])
    const file = await maker.get(`/WhiteListImportList/DownloadFile/${upload.SerialId}`)
    expect(new TextDecoder().decode(file.bytes)).toContain(accountNo(51))
    const log = await maker.get(`/WhiteListImportList/DownloadLog/${upload.SerialId}`)
    const rows: (readonly string[])[] = []
    for await (const { cells } of ports.sheets.read(
      { name: 'log.xlsx', bytes: log.bytes },
      { maxRows: 100, maxColumns: 20 },
    ))
      rows.push(cells)
    expect(rows).toEqual([
      [...header, '列號', '欄位', '代碼', '原因'],
      [...row('A', accountNo(51), { 2: '' }), '3', '金額', 'E101', '請填寫金額。'],
    ])
    const corrected = await xlsx([rows[0] ?? [], (rows[1] ?? []).map((cell, index) => (index === 2 ? '1500' : cell))])
    const again = await uploadWhiteList(maker, corrected, {}, 'corrected.xlsx')
    await ports.jobs.runUntilIdle()
    expect(again).toMatchObject({ code: '0000' })
    expect(await listed(accountNo(51))).toMatchObject([{ Amount: 1500 }])
  })

  test('are refused to roles that see personal data masked, and not found for other companies', async () => {
    const upload = await uploaded([header, row('A', accountNo(52)), row('X', accountNo(53), { 6: '歐陽小明' })])
    for (const role of ['CustomerChecker', 'CustomerViewer'] as const) {
      const reader = await as(role)
      const { data } = await reader.get('/WhiteListImportList')
      expect(data.Items[0]).toMatchObject({ SerialId: upload.SerialId, FailCount: 1 })
      expect(JSON.stringify(data)).not.toMatch(/ErrorLog|歐陽/)
      for (const call of ['DownloadFile', 'DownloadLog'])
        expect(await reader.get(`/WhiteListImportList/${call}/${upload.SerialId}`)).toMatchObject({ status: 403 })
      expect(await reader.delete(`/WhiteListImportList/${upload.SerialId}`)).toMatchObject({ status: 403 })
    }
    const other = await as('CustomerMaker', insurer)
    expect(await other.get(`/WhiteListImportList/DownloadFile/${upload.SerialId}`)).toMatchObject({ status: 404 })
  })
})

describe('a deleted upload', () => {
  test('disables the entries that it added and frees their accounts; its file is deleted', async () => {
    const upload = await uploaded([header, row('A', accountNo(60)), row('A', accountNo(61))])
    expect(await maker.delete(`/WhiteListImportList/${upload.SerialId}`)).toMatchObject({ code: '0000' })
    expect(await listed(accountNo(60))).toMatchObject([{ WhiteListStatus: 'Disabled' }])
    expect(await maker.get(`/WhiteListImportList/DownloadFile/${upload.SerialId}`)).toMatchObject({ status: 404 })
    expect(await uploaded([header, row('A', accountNo(60))])).toMatchObject({ SuccessCount: 1 })
  })

  test('is refused once one of its entries has been paid', async () => {
    const upload = await uploaded([header, row('A', accountNo(62)), row('A', accountNo(63))])
    await db.updateTable('white_list').set({ used_times: 1 }).where('vac_account', '=', accountNo(62)).execute()
    expect(await maker.delete(`/WhiteListImportList/${upload.SerialId}`)).toMatchObject({
      code: '2006',
      message: expect.stringContaining('已有 1 筆使用過'),
    })
    expect(await listed(accountNo(63))).toMatchObject([{ WhiteListStatus: 'Active' }])
  })
})

test('an upload whose process is killed starts again in the next process', async () => {
  // `restart` waits for the first job.
  await db.deleteFrom('job').execute()
  const { sheets, stopped, endRead } = stoppingReader(ports.sheets, 2)
  registerJobs({ ...here, ports: { ...ports, sheets } })
  const { data } = await uploadWhiteList(maker, csv([header, row('A', accountNo(90_001)), row('A', accountNo(90_002))]))
  await stopped
  await restart(here)
  endRead()
  await ports.jobs.runUntilIdle()
  const { data: uploads } = await maker.get('/WhiteListImportList', { PageSize: 100 })
  expect(uploads.Items.find((item: RecordValues) => item.SerialId === data.SerialId)).toMatchObject({
    ImportStatus: 'Succeeded',
    SuccessCount: 2,
  })
  expect(await listed(accountNo(90_002))).toHaveLength(1)
})
