import { expect, test } from 'vitest'
import { enumOptions, enums } from '../../src/domain/enums'
import type { EnumField, Field } from '../../src/schema/language/types'
import { loadSchemas } from '../../src/schema/load/load'
import { layoutFiles, portal } from './portal-files'

const withFields = (options: string) =>
  `{ "label": "尺寸", "page": false, "fields": { "UniformNo": { "type": "uniformNo", "label": "統一編號" }, "Size": { "type": "enum", "label": "尺寸", "options": ${options} } } }`
const load = (options: string) => loadSchemas([{ file: 'schemas/shirt.json', text: withFields(options) }])
const isEnum = (field: Field): field is EnumField => field.type === 'enum' || field.type === 'enumList'

test('options keep the order of the file, also those whose codes look like numbers', () => {
  const { schemas, problems } = load('{ "Small": "小", "40": "四十", "9": "九", "constructor": "訂做" }')
  expect(problems.filter(({ id }) => id.startsWith('S'))).toEqual([])
  expect(schemas.get('shirt').fields.find(isEnum)?.options).toEqual([
    ['Small', '小'],
    ['40', '四十'],
    ['9', '九'],
    ['constructor', '訂做'],
  ])
})

test('layouts as options are the names of the layouts with their short labels', () => {
  const files = [{ file: 'schemas/shirt.json', text: withFields('"layouts"') }, ...layoutFiles]
  const { schemas, problems } = loadSchemas(files)
  expect(problems.filter(({ id }) => id.startsWith('S'))).toEqual([])
  expect(schemas.get('shirt').fields.find(isEnum)?.options).toEqual([
    ['achP02Reply', '票交所授權回覆'],
    ['achR01', '票交所代收回覆'],
    ['bank', '銀行'],
    ['bankOwnReply', '本行扣款回覆'],
    ['cashFlow', '金流'],
    ['fisc200Reply', '全國性繳費回覆'],
    ['post', '郵局'],
    ['store', '超商'],
  ])
})

test('mistakes in such options are reported at their place', () => {
  expect(load('{ "40": "", "9": "九" }').problems).toMatchObject([
    { id: 'S102', line: 1, message: 'fields.Size.options.40 must be a text.' },
  ])
  expect(load('[["40", "四十"]]').problems).toMatchObject([
    { id: 'S102', message: "fields.Size.options must be 'layouts' or an object." },
  ])
  expect(load('"layout"').problems).toMatchObject([
    { id: 'S102', message: "fields.Size.options must be 'layouts' or an object." },
  ])
})

test('payment channels keep the order of the table in the domain', () => {
  const channels = portal.resources
    .flatMap(({ fields }) => fields.filter(isEnum))
    .filter((field) => field.enum === 'Channel')
  expect(channels.length).toBeGreaterThan(2)
  for (const { options } of channels) expect(options.map(([code]) => code)).toEqual(inOrder)
})

const inOrder = [
  '00',
  '01',
  '02',
  '03',
  '04',
  '05',
  '06',
  '07',
  '08',
  '09',
  '10',
  '12',
  '14',
  '15',
  '16',
  '17',
  'A0',
  'A1',
  'A2',
]

test('an enum with codes that look like numbers is declared as pairs', () => {
  const names = (Object.keys(enums) as (keyof typeof enums)[]).filter((name) =>
    Object.keys(enums[name]).some((code) => /^[1-9]\d*$/.test(code)),
  )
  expect(names).toEqual(['Channel'])
  expect(enumOptions('Channel').map(([code]) => code)).toEqual(inOrder)
})
