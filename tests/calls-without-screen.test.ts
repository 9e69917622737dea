import { expect, test } from 'vitest'
import { modules } from '../src/modules'
import { isCallServed } from '../src/server/http/handlers'
import { testSchemas } from './support/schemas/schemas'
import { contractIds, generatedCalls, idsIn, writtenIds } from './support/screen-calls'

/** The served calls of the contract that no screen makes, with the reason. */
const callsWithoutScreen: Readonly<Record<string, string>> = {
  'BillDesignatedDebitExport.GetAllSelectList':
    'The form searches agreements and terms as the user types, and takes the formats from the enums.',
  'Common.GetAllUserStatus': 'The status of a user is read-only; lists and filters take its texts from the enums.',
  'Common.GetBillTerm': 'Forms search the terms of an agreement as the user types, with BillTerm.list.',
  'Ext.BankCredits': 'The system of the bank makes this call.',
  'SKGPortal.GetAllSelectList': 'Lists take the texts of enums from the schemas, and agreements from their own call.',
  'TLDetailExceptionHandling.GetAllSelectList':
    'Lists take the texts of enums from the schemas, and agreements from their own call.',
}

/** The ids that screens compose from parts, with the calls that they are. */
const composedIds: Readonly<Record<string, readonly string[]>> = {
  'TLDetailExceptionHandling.*': [
    ...['Divide', 'ChangeBill', 'ChangeVACAccount', 'Invalid', 'Release', 'Refuse', 'Withdraw', 'Undo'],
    ...['MultiChangeBill', 'MultiInvalid'],
  ].map((name) => `TLDetailExceptionHandling.${name}`),
  'TLDetailExceptionHandling.Preview*': [
    'TLDetailExceptionHandling.PreviewMultiChangeBill',
    'TLDetailExceptionHandling.PreviewMultiInvalid',
  ],
}

test('each served call of the contract is made by a screen, or has a reason', () => {
  const schemas = testSchemas()
  const written = writtenIds().flatMap((id) => composedIds[id] ?? [id])
  const made = new Set([...written, ...schemas.resources.flatMap(generatedCalls)])
  const unused = contractIds.filter((id) => isCallServed(schemas, modules)(id) && !made.has(id))
  expect(unused.toSorted()).toEqual(Object.keys(callsWithoutScreen).toSorted())
})

test('each id that a screen composes is known', () => {
  const composed = new Set(writtenIds().filter((id) => id.includes('*')))
  expect([...composed].toSorted()).toEqual(Object.keys(composedIds).toSorted())
})

test.each([
  ["call('Bills.get')", ['Bills.get']],
  ["const flow = { requestCall: 'Bills.get' }", ['Bills.get']],
  ['const button = <Button call="Bills.get" />', ['Bills.get']],
  ["call(id as 'Bills.get', served ? 'Bills.list' : `Bills.create`)", ['Bills.list', 'Bills.create']],
  [`call(\`\${controller}.get\`)`, ['*.get']],
  [`call(\`Bills.\${name}\`)`, ['Bills.*']],
  ["// call('Bills.get')", []],
  ["type Id = 'Bills.get'; const read = (id: 'Bills.get') => id", []],
  ["const isServed = useCapability('Bills.get') || calls.includes('Bills.get')", []],
  ["requestIdFor('Bills.create', id)", []],
  [`save('Bills.txt', \`\${name}.xlsx\`, \`\${list}.\${index}\`)`, []],
])('%s makes the calls %o', (text, calls) => {
  expect(idsIn('Screen.tsx', text)).toEqual(calls)
})
