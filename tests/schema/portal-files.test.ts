import { readFileSync } from 'node:fs'
import Ajv from 'ajv/dist/2020'
import { describe, expect, test } from 'vitest'
import { enums } from '../../src/domain/enums'
import { modules } from '../../src/modules'
import { isReference } from '../../src/schema/field-types'
import { jsonSchema } from '../../src/schema/language/shapes/resource-shape'
import type { Field } from '../../src/schema/language/types'
import { layoutJsonSchema } from '../../src/schema/layouts/layout-shape'
import { loadSchemas } from '../../src/schema/load/load'
import { hasPartFilter, hasPrefixFilter } from '../../src/schema/rules/list-filters'
import { slipJsonSchema } from '../../src/schema/slips/slip-shape'
import { projectFacts } from '../../src/tools/portal-schemas'
import { layoutFiles, portal, portalFiles, slipFiles } from './portal-files'
import { problemsIn, sampleFiles } from './sample-files'

const facts = projectFacts(modules)

const pages = [
  'changeMima',
  'portalUser',
  'billTerm',
  'billCategory',
  'payerUnit',
  'fee',
  'payer',
  'billImportList',
  'bills',
  'makePDFList',
  'whiteListImportList',
  'whiteList',
  'VACLoadingList',
  'ImmediateClientNotify',
  'selfCollection',
  'TLDetail',
  'TLDetailExceptionHandling',
  'Report',
  'Customer',
  'WriteOffReport',
  'DailyPaidReport',
  'TransactionDetailsReport',
  'BillDesignatedDebitExport',
  'ChannelFeeReport',
  'FileManagement',
  'TransactionDetailQuery',
  'SKGTLDetailQuery',
  'SKGBillQuery',
  'SKGWriteOffReport',
]

/** Pages beyond the specification's: the bank's news, bank files and downloads, and the texts and runs of a company's notices. */
const bankPages = [
  'Notice',
  'Activity',
  'noticeTemplate',
  'noticeRun',
  'bankFile',
  'publishedFile',
  'remittance',
  'remittanceCheck',
  'debitAuthorization',
]

/** Tables without a page. */
const pageless = ['Agreement', 'Bank', 'Holiday', 'MarketItem', 'PayerLoginField']

/** The files of the portal itself; files that others add may have warnings. */
const ownFiles = portalFiles.filter(({ file }) =>
  [...pages, ...bankPages, ...pageless].some((name) => file === `schemas/${name}.json`),
)

test('the schema files have no mistakes, and those of the portal no warnings', () => {
  expect(loadSchemas([...ownFiles, ...slipFiles, ...layoutFiles], facts).problems).toEqual([])
  expect(
    loadSchemas([...portalFiles, ...slipFiles, ...layoutFiles], facts).problems.filter(({ id }) => !id.startsWith('W')),
  ).toEqual([])
})

test('there is a file for each of the 29 pages by its exact name, for the news that the bank enters, and for five tables without a page', () => {
  const names = (page: boolean) => portal.resources.filter((resource) => resource.page === page).map(({ name }) => name)
  expect(names(true)).toEqual(expect.arrayContaining([...pages, ...bankPages]))
  expect(names(false)).toEqual(expect.arrayContaining([...pageless]))
})

test('each template of slips has a file', () => {
  const { slips } = loadSchemas(slipFiles)
  expect(Object.fromEntries(Object.entries(slips).map(([name, { label }]) => [name, label]))).toEqual(
    enums.BillTemplate,
  )
  const withoutMailer = slipFiles.filter(({ file }) => !file.includes('FoldedMailer'))
  expect(loadSchemas([...portalFiles, ...withoutMailer, ...layoutFiles], facts).problems).toMatchObject([
    { id: 'S806', file: 'schemas/slips', message: "no file declares the template 'FoldedMailer'." },
  ])
})

test('each layout of bank files has a file', () => {
  const { layouts } = loadSchemas(layoutFiles)
  expect(
    Object.fromEntries(Object.entries(layouts).map(([name, { label, length }]) => [name, `${label} ${length}`])),
  ).toEqual({
    achP01: '票交所代收提示檔（P01） 250',
    achP02: '票交所授權提示檔（P02） 120',
    achP02Reply: '票交所授權回覆檔（P02） 120',
    achR01: '票交所代收回覆檔（R01） 250',
    bank: '銀行資訊流 128',
    bankOwn: '本行約定扣款檔（120） 120',
    bankOwnReply: '本行約定扣款回覆檔 120',
    cashFlow: '金流 128',
    fisc200: '全國性繳費整批檔（200） 200',
    fisc200Reply: '全國性繳費整批回覆檔 200',
    post: '郵局資訊流 110',
    store: '超商資訊流 120',
  })
  const withoutPost = layoutFiles.filter(({ file }) => !file.includes('post'))
  expect(loadSchemas([...portalFiles, ...slipFiles, ...withoutPost], facts).problems).toMatchObject([
    { id: 'S909', file: 'schemas/layouts', message: "no file declares the layout 'post'." },
  ])
})

test('every page is in the menu, and every file names its JSON Schema', () => {
  expect(portal.resources.filter((resource) => resource.page && !resource.menu)).toEqual([])
  expect(portalFiles.filter(({ text }) => !text.includes('"$schema": "../src/schema/resource.schema.json"'))).toEqual(
    [],
  )
  expect(slipFiles.filter(({ text }) => !text.includes('"$schema": "../../src/schema/slip.schema.json"'))).toEqual([])
  expect(layoutFiles.filter(({ text }) => !text.includes('"$schema": "../../src/schema/layout.schema.json"'))).toEqual(
    [],
  )
})

test('references within a company agree in its ApplyCode, so that codes of another agreement never match', () => {
  const references = portal.resources.flatMap((resource) =>
    resource.fields.flatMap((field) =>
      field.type === 'reference' && portal.get(field.to).tenant === 'ApplyCode' && field.to !== 'Agreement'
        ? [{ from: resource.name, ...field }]
        : [],
    ),
  )
  expect(references.length).toBeGreaterThan(8)
  expect(references.filter(({ same, by }) => !same.includes('ApplyCode') && by !== 'SerialId')).toEqual([])
})

describe('the JSON Schema for editors', () => {
  const published: object = JSON.parse(readFileSync('src/schema/resource.schema.json', 'utf8'))
  const accepts = new Ajv({ strict: false, allErrors: true }).compile(published)

  test('is up to date, key for key (npx tsx src/tools/json-schema.ts writes it)', () => {
    expect(published).toEqual(JSON.parse(JSON.stringify(jsonSchema())))
  })

  test('of slips too', () => {
    const slipSchema: object = JSON.parse(readFileSync('src/schema/slip.schema.json', 'utf8'))
    expect(slipSchema).toEqual(JSON.parse(JSON.stringify(slipJsonSchema())))
    const accepts = new Ajv({ strict: false, allErrors: true }).compile(slipSchema)
    const templates = slipFiles.map(({ text }) => JSON.parse(text))
    expect(templates.filter((template) => !accepts(template))).toEqual([])
    expect(accepts({ ...templates[0], blocks: [{ block: 'text', x: 1 }] })).toBe(false)
  })

  test('of layouts too', () => {
    const layoutSchema: object = JSON.parse(readFileSync('src/schema/layout.schema.json', 'utf8'))
    expect(layoutSchema).toEqual(JSON.parse(JSON.stringify(layoutJsonSchema())))
    const accepts = new Ajv({ strict: false, allErrors: true }).compile(layoutSchema)
    const layouts = layoutFiles.map(({ text }) => JSON.parse(text))
    expect(layouts.filter((layout) => !accepts(layout))).toEqual([])
    expect(accepts({ ...layouts[0], header: { fields: { TransDate: { type: 'date', offset: 1 } } } })).toBe(false)
  })

  test('describes every key', () => {
    const bare: string[] = []
    const walk = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return
      for (const [key, one] of Object.entries(value)) {
        if (key === 'properties')
          for (const [name, property] of Object.entries(one as object))
            if (!('description' in property) && !('$ref' in property)) bare.push(`${path}.${name}`)
        walk(one, `${path}.${key}`)
      }
    }
    walk(published, '')
    expect(bare).toEqual([])
  })

  test.each(portalFiles.map(({ file, text }) => [file, text] as const))('accepts %s', (_, text) => {
    expect(accepts(JSON.parse(text)), JSON.stringify(accepts.errors)).toBe(true)
  })

  const broken: readonly [string, string, unknown][] = [
    ['an unknown key', 'lable', 'x'],
    ['an unknown key of a field', 'fields.ClubName.typ', 'x'],
    ['a missing label', 'label', undefined],
    ['a type that does not exist', 'fields.ClubName.type', 'strnig'],
    ['a key of another type', 'fields.ClubName.maxYears', 2],
    ['an enum that does not exist', 'fields.State.enum', 'Nope'],
    ['a condition without a question', 'fields.Reason.shownWhen', { field: 'State' }],
    ['a negative length', 'fields.ClubName.max', -1],
    ['a menu group that does not exist', 'menu.group', 'basics'],
    ['advice that does not exist', 'accepted', { W999: 'x' }],
  ]
  test.each(broken)('and the checks both refuse %s', (_, path, value) => {
    const files = sampleFiles()
    const club = changed(files.club ?? {}, path.split('.'), value)
    expect(accepts(club)).toBe(false)
    expect(problemsIn({ ...files, club }).length).toBeGreaterThan(0)
  })

  /** The file with another value at a path of keys. */
  const changed = (file: object, [key = '', ...rest]: readonly string[], value: unknown): object => ({
    ...file,
    [key]: rest.length > 0 ? changed(Object(Reflect.get(file, key)), rest, value) : value,
  })

  test('and the checks both accept the sample files', () => {
    for (const file of Object.values(sampleFiles())) expect(accepts(file), JSON.stringify(accepts.errors)).toBe(true)
  })
})

test('every page says what it is for', () => {
  const silent = portal.resources.filter(({ page, description }) => page && !description).map(({ name }) => name)
  expect(silent).toEqual([])
})

test('a keyword that an index finds in one field is found in each other field by an index, too', () => {
  const withoutIndex = portal.resources.flatMap(({ name, fields, list }) => {
    const searched = fields.filter((field) => list.search.includes(field.name))
    const isIndexed = (field: Field) =>
      hasPrefixFilter({ list }, field.name) ||
      isReference(field) ||
      (field.index && hasPartFilter({ list }, field.name))
    const isSearchedByIndex = searched.some((field) => hasPrefixFilter({ list }, field.name))
    return isSearchedByIndex
      ? searched.filter((field) => !isIndexed(field)).map((field) => `${name}.${field.name}`)
      : []
  })
  // The white list has no filter by name, and so no index of its characters.
  expect(withoutIndex).toEqual(['whiteList.PayerName'])
})
