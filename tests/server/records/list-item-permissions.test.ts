import { describe, expect, test } from 'vitest'
import { accessLevels } from '../../../src/schema/language/permission'
import type { RecordValues } from '../../../src/schema/language/types'
import { portal, twoCompanies } from '../../support/portal'

/** A column for each level of access, and one that can be entered but not changed; its value names its level. */
const columns = [...accessLevels, 'once'] as const
const nameOf = (level: string) => `C${level}`
const text = (label: string) => ({ type: 'string', label, max: 20 })
const levelOf = (level: (typeof columns)[number]) =>
  level === 'once' ? { create: 'editable', update: 'readOnly' } : level

const order = {
  label: '訂單設定',
  menu: { group: 'basic', order: 91, icon: 'Celebration' },
  display: '{Title}',
  fields: {
    ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true },
    Title: { ...text('名稱'), required: true },
    Lines: {
      type: 'rows',
      label: '明細',
      max: 5,
      detailOnly: false,
      fields: {
        Item: { ...text('品項'), required: true },
        ...Object.fromEntries(
          columns.map((level) => [
            nameOf(level),
            { ...text(level), ...(level === 'masked' ? { personal: 'name' } : {}) },
          ]),
        ),
        Twice: {
          type: 'computed',
          as: 'string',
          label: '兩次',
          value: { join: [{ field: nameOf('readOnly') }, { field: nameOf('readOnly') }] },
        },
      },
    },
    Extras: { type: 'rows', label: '附件', max: 5, fields: { Name: text('名稱'), Secret: text('密') } },
  },
  permissions: {
    CustomerMaker: {
      fields: {
        ...Object.fromEntries(columns.map((level) => [`Lines.${nameOf(level)}`, levelOf(level)])),
        Extras: 'readOnly',
        'Extras.Secret': 'hidden',
      },
    },
  },
}

const { as, given } = await portal({ schemas: { order } })
await twoCompanies({ given })
const [admin, maker] = [await as('CustomerAdmin'), await as('CustomerMaker')]

const full = (n: number): RecordValues => ({
  Item: `品項${n}`,
  ...Object.fromEntries(columns.map((level) => [nameOf(level), level === 'masked' ? `王大${n}` : `${level}${n}`])),
})
const made = async (): Promise<string> => {
  const { data } = await admin.post('/Order', {
    ApplyCode: '77001',
    Title: '春節',
    Lines: [full(1), full(2), full(3)],
    Extras: [{ Name: '照片', Secret: '甲' }],
  })
  return `/Order/${data.SerialId}`
}
const linesOf = async (path: string): Promise<readonly RecordValues[]> => (await admin.get(path)).data.Lines
const put = async (path: string, body: object) =>
  maker.put(path, { ...body, UpdateTime: (await maker.get(path)).data.UpdateTime })
/** The list items as a client sends them without the fields that may not be written. */
const writable = (rows: readonly RecordValues[]) => rows.map(({ id, Item, Ceditable }) => ({ id, Item, Ceditable }))

describe('the values of list items that a role can read', () => {
  const seen = {
    id: '1',
    Item: '品項1',
    Cmasked: '王○1',
    CreadOnly: 'readOnly1',
    Ceditable: 'editable1',
    Conce: 'once1',
    Twice: 'readOnly1readOnly1',
  }

  test('are hidden, masked or full by column, and each item names its levels', async () => {
    const { data } = await maker.get(await made())
    expect(data.Lines[0]).toEqual(seen)
    expect(data.Extras).toEqual([{ id: '1', Name: '照片' }])
  })

  test('are the same in lists', async () => {
    const path = await made()
    const { data } = await maker.get('/Order', { PageSize: 100 })
    expect(data.Items.find((row: RecordValues) => path.endsWith(`/${row.SerialId}`)).Lines[0]).toEqual(seen)
  })

  test('are the same where a list has all its fields, as for an export', async () => {
    const path = await made()
    const { data } = await maker.get('/Order', { PageSize: 100, AllFields: 'true' })
    const row = data.Items.find((one: RecordValues) => path.endsWith(`/${one.SerialId}`))
    expect(row.Lines[0]).toEqual(seen)
    expect(row).not.toHaveProperty('Extras')
    expect(JSON.stringify(data)).not.toMatch(/hidden1|王大1/)
  })

  test('are complete if the schema declares nothing for the role', async () => {
    const [first] = await linesOf(await made())
    expect(first).toEqual({ ...full(1), Twice: 'readOnly1readOnly1' })
  })
})

describe('the values of list items that a role can write', () => {
  const refused = (level: string) =>
    level === 'hidden' ? '第 2 列：沒有這個欄位。' : `第 2 列：您沒有填寫${level}的權限，請保留原值。`

  test.each(columns)('in an existing record: %s', async (level) => {
    const path = await made()
    const rows = writable((await maker.get(path)).data.Lines)
    const answer = await put(path, {
      Lines: rows.map((row, index) => (index === 1 ? { ...row, [nameOf(level)]: '改' } : row)),
    })
    if (level === 'editable')
      expect(answer).toMatchObject({ code: '0000', data: { Lines: [{}, { Ceditable: '改' }, {}] } })
    else expect(answer.errors).toEqual({ [`Lines.1.${nameOf(level)}`]: refused(level) })
  })

  test.each(columns)('in an item that it adds: %s', async (level) => {
    const path = await made()
    const [first] = writable((await maker.get(path)).data.Lines)
    const answer = await put(path, { Lines: [first, { Item: '新', [nameOf(level)]: '改' }] })
    if (level === 'editable' || level === 'once')
      expect(answer).toMatchObject({ code: '0000', data: { Lines: [{}, { [nameOf(level)]: '改' }] } })
    else expect(answer.errors).toEqual({ [`Lines.1.${nameOf(level)}`]: refused(level) })
  })

  test.each(columns)('in a new record: %s', async (level) => {
    const answer = await maker.post('/Order', {
      ApplyCode: '77001',
      Title: '新',
      Lines: [{ Item: '甲' }, { Item: '乙', [nameOf(level)]: '改' }],
    })
    if (level === 'editable' || level === 'once')
      expect(answer).toMatchObject({ code: '0000', data: { Lines: [{}, { [nameOf(level)]: '改' }] } })
    else expect(answer.errors).toEqual({ [`Lines.1.${nameOf(level)}`]: refused(level) })
  })
})

test('a value that a role may not write stays with its item, however items are moved, removed and added', async () => {
  const path = await made()
  const [one, , three] = writable((await maker.get(path)).data.Lines)
  expect(await put(path, { Lines: [{ ...three, Ceditable: '改' }, { Item: '新', Conce: '一次' }, one] })).toMatchObject(
    { code: '0000' },
  )
  const none = Object.fromEntries(columns.map((level) => [nameOf(level), null]))
  expect(await linesOf(path)).toEqual([
    { ...full(3), Ceditable: '改', Twice: 'readOnly3readOnly3' },
    { ...none, Item: '新', Conce: '一次', Twice: null },
    { ...full(1), Twice: 'readOnly1readOnly1' },
  ])
})

test('unchanged values and masks may be sent back as they were read; they leave the stored values', async () => {
  const path = await made()
  const before = await linesOf(path)
  const rows: readonly RecordValues[] = (await maker.get(path)).data.Lines
  expect(await put(path, { Lines: rows })).toMatchObject({ code: '0000' })
  expect(await linesOf(path)).toEqual(before)
  expect((await put(path, { Lines: rows.map((row) => ({ ...row, Cmasked: '王○' })) })).errors).toHaveProperty([
    'Lines.0.Cmasked',
  ])
})

test.each([
  ['that is not there', ['1', '9'], '第 2 列已不在這筆資料中，請重新載入後再修改。'],
  ['that is none', ['1', '0'], '第 2 列已不在這筆資料中，請重新載入後再修改。'],
  ['that came before', ['2', '2'], '第 2 列已不在這筆資料中，請重新載入後再修改。'],
])('an item %s is refused', async (_, ids, sentence) => {
  const path = await made()
  expect((await put(path, { Lines: ids.map((id) => ({ id, Item: '甲' })) })).errors).toEqual({ Lines: sentence })
})

describe('a list that a role can only read', () => {
  test('may be sent back as it was read, without its hidden values', async () => {
    const path = await made()
    const { Extras } = (await maker.get(path)).data
    expect(await put(path, { Title: '改', Extras })).toMatchObject({ code: '0000', data: { Title: '改' } })
    expect((await admin.get(path)).data.Extras).toEqual([{ Name: '照片', Secret: '甲' }])
  })

  test.each([
    ['another value', [{ id: '1', Name: '改' }], { Extras: '您沒有填寫附件的權限，請保留原值。' }],
    ['one row less', [], { Extras: '您沒有填寫附件的權限，請保留原值。' }],
    [
      'a guess at what is hidden',
      [{ id: '1', Name: '照片', Secret: '甲' }],
      { 'Extras.0.Secret': '第 1 列：沒有這個欄位。' },
    ],
  ])('is refused with %s', async (_, Extras, errors) => {
    expect((await put(await made(), { Extras })).errors).toEqual(errors)
  })
})
