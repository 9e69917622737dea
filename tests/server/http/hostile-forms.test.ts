import { expect, test } from 'vitest'
import { allEndpoints } from '../../../src/contract/all-endpoints'
import { openApi } from '../../../src/contract/openapi'
import { modules } from '../../../src/modules'
import { handlerFor, isCallServed } from '../../../src/server/http/handlers'
import type { Answer, Client } from '../../support/client'
import { portal } from '../../support/portal'
import { sampledPairs } from '../../support/sample'
import { coupon } from '../../support/schemas/coupon'
import { testSchemas } from '../../support/schemas/schemas'
import { csv } from '../imports/files'
import { goodForm, header, plain, twoCompaniesWithTerms } from '../imports/uploads'
import { hostileTexts } from './hostile-texts'

/** A call that takes a form, with the names of the parts that it describes. */
interface FormCall {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly parts: readonly string[]
}

const contract = {
  label: '合約文件設定',
  unit: '份',
  menu: { group: 'basic', order: 901, icon: 'ReceiptLong' },
  fields: {
    ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true, writeOnce: true },
    Copies: { type: 'integer', label: '份數', min: 1, max: 9 },
    SignedOn: { type: 'date', label: '簽約日' },
    IsOpen: { type: 'boolean', label: '公開' },
    Scan: { type: 'file', label: '掃描檔', accept: ['csv', 'txt'], maxBytes: 2000 },
  },
}

const schemas = { coupon, contract }

/** Returns the calls that take forms. */
const formCalls = (): readonly FormCall[] => {
  const all = testSchemas(schemas)
  const { paths } = openApi(all, isCallServed(all, modules))
  return Object.entries(allEndpoints(all))
    .filter(([id, { body }]) => body === 'multipart' && handlerFor(id, all, modules))
    .map(([id, { method, path }]) => {
      // The cast is needed, because the test reads one part of the document.
      const { [method.toLowerCase()]: operation } = paths[path.replace(/:(\w+)/g, '{$1}')] as unknown as Readonly<
        Record<string, Operation>
      >
      return {
        id,
        method,
        path,
        parts: Object.keys(operation?.requestBody.content['multipart/form-data'].schema.properties ?? {}),
      }
    })
}

interface Operation {
  readonly requestBody: {
    readonly content: { readonly 'multipart/form-data': { readonly schema: { readonly properties: object } } }
  }
}

/** A value of a part: a text, or a file. */
type Part = string | File

const sheet = (name = 'rows.csv') => new File([new Uint8Array(csv([[...header], ...plain(1, 1)]))], name)

/** Returns the parts of a form that asks for nothing unusual. */
const usualParts = ({ parts }: FormCall): ReadonlyMap<string, Part> => {
  const usual: Readonly<Record<string, Part>> = {
    ...goodForm,
    OriFileName: 'rows.csv',
    WhiteListFileType: 'Account',
    ImportMode: 'GoodRows',
    Mapping: '{}',
    File: sheet(),
  }
  return new Map(parts.flatMap((name) => (Object.hasOwn(usual, name) ? [[name, usual[name] as Part]] : [])))
}

const send = (
  client: Client,
  { method, path }: FormCall,
  parts: Iterable<readonly [string, Part]>,
): Promise<Answer> => {
  const form = new FormData()
  for (const [name, value] of parts) form.append(name, value)
  return client.request(method, path, { form })
}

/** Returns what is wrong with an answer: a failure of the server, or a refusal without a sentence. */
const failureOf = (what: string, answer: Promise<Answer>): Promise<string[]> =>
  answer.then(
    ({ status, code, message, data }) =>
      status >= 500
        ? [`${what}: ${status} ${message}`]
        : code !== '0000' && message === ''
          ? [`${what}: refused without a sentence`]
          : JSON.stringify(data ?? null).length > 1e6
            ? [`${what}: a huge answer`]
            : [],
    (error: unknown) => [`${what}: ${String(error).slice(0, 300)}`],
  )

type Parts = Iterable<readonly [string, Part]>

/**
 * Returns the unusual forms of a call: a hostile text in each part, as the name of its file and as the name of a part;
 * parts that are missing, double, or of the other kind.
 */
const unusualForms = (call: FormCall): readonly (readonly [string, Parts])[] => {
  const usual = usualParts(call)
  const changed = (name: string, part: Part): Parts => new Map([...usual, [name, part]])
  const file = call.parts.includes('Scan') ? 'Scan' : 'File'
  return [
    ...sampledPairs([...call.parts, 'FileId'], hostileTexts).map(
      ([part, text]) => [`${part} = ${text.slice(0, 30)}`, changed(part, text)] as const,
    ),
    ...sampledPairs([file], hostileTexts).map(
      ([part, text]) => [`${part} called ${text.slice(0, 30)}`, changed(part, sheet(text))] as const,
    ),
    ...sampledPairs([file], hostileTexts).map(
      ([part, text]) => [`${part} called ${text.slice(0, 30)}.csv`, changed(part, sheet(`${text}.csv`))] as const,
    ),
    ...sampledPairs([file], hostileTexts).map(
      ([, text]) => [`a part called ${text.slice(0, 30)}`, [...usual, [text, 'x']]] as const,
    ),
    ...call.parts.flatMap((part): [string, Parts][] => [
      [`no ${part}`, [...usual].filter(([name]) => name !== part)],
      [`${part} twice`, [...usual, [part, 'x'], [part, sheet()]]],
      [`${part} as a file`, changed(part, sheet())],
      [`${part} as a text`, changed(part, 'x')],
    ]),
  ]
}

const calls = formCalls()

test('every import and every form with a file is among these calls', () => {
  expect(calls.map(({ id }) => id).sort()).toEqual(
    ['BillImportList', 'Coupon', 'Payer', 'SelfCollection', 'TLDetailExceptionHandling']
      .flatMap((controller) =>
        (controller === 'BillImportList'
          ? ['CheckImport', 'PreviewImport', 'PreviewPDF', 'create']
          : ['CheckImport', 'Import', 'PreviewImport']
        ).map((name) => `${controller}.${name}`),
      )
      .concat(
        'BankFile.create',
        'PublishedFile.create',
        'PublishedFile.update',
        'SelfCollection.UploadExcel',
        'WhiteListImportList.create',
        'Contract.create',
        'Contract.update',
      )
      .sort(),
  )
})

test.each(calls.map((call) => [call.id, call] as const))('no form makes the call %s fail', async (_, call) => {
  const here = await portal({ schemas })
  await twoCompaniesWithTerms(here)
  const { SerialId } = await here.given.record('contract', { ApplyCode: '77001' })
  await here.given.publishedFile()
  const isOfBank = ['BankFile.create', 'PublishedFile.create', 'PublishedFile.update'].includes(call.id)
  const client = await here.as(isOfBank ? 'BankOperator' : 'CustomerMaker')
  const failures: string[] = []
  for (const [what, parts] of unusualForms(call))
    failures.push(
      ...(await failureOf(
        what,
        send(client, { ...call, path: call.path.replace(':SerialId', String(SerialId)) }, parts),
      )),
    )
  expect(failures).toEqual([])
})

/** A call of an import, and one of records with files. */
const bothKinds = calls.filter(({ id }) => ['BillImportList.CheckImport', 'Contract.create'].includes(id))

test.each(bothKinds.map((call) => [call.id, call] as const))(
  'the form of %s is bounded before it is read, and must be a whole form',
  async (_, call) => {
    const here = await portal({ schemas })
    await twoCompaniesWithTerms(here)
    const maker = await here.as('CustomerMaker')
    const limit = here.ports.settings.maxUploadBytes
    const path = call.path.replace(':SerialId', '1')
    const raw = (type: string, body: string) =>
      maker.request(call.method, path, { body, headers: { 'Content-Type': type } })
    const multipart = 'multipart/form-data; boundary=b'
    const part = (name: string, content = 'x') =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`
    for (const type of ['text/plain', 'application/json', 'application/x-www-form-urlencoded', ''])
      expect(await raw(type, '{}')).toMatchObject({
        status: 415,
        message: '這項功能只接受 multipart/form-data 格式的資料。',
      })
    for (const [type, body] of [
      ['multipart/form-data', part('ApplyCode')],
      [multipart, ''],
      [multipart, 'x'],
      [multipart, part('ApplyCode')],
      [multipart, `${part('ApplyCode')}--c--`],
      [multipart, '--b\r\nContent-Disposition: attachment\r\n\r\nx\r\n--b--\r\n'],
    ] as const)
      expect(await raw(type, body)).toMatchObject({ status: 400, message: '上傳的表單不完整，請重新選擇檔案後再試。' })
    for (const name of ['x'.repeat(limit + 100_000), 'ApplyCode'])
      expect(
        await raw(multipart, `${part(name, name.length > 100 ? 'x' : 'x'.repeat(limit + 100_000))}--b--`),
      ).toMatchObject({ status: 413 })
    for (const body of [
      part('x'.repeat(1_000_000)),
      part('__proto__'),
      Array.from({ length: 5000 }, (_, no) => part(`F${no}`)).join(''),
    ]) {
      const { status, code, message } = await raw(multipart, `${body}--b--\r\n`)
      expect([status < 500, code !== '0000', message.length < 200]).toEqual([true, true, true])
    }
  },
)
