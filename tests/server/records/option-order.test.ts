import { expect, test } from 'vitest'
import { openApi } from '../../../src/contract/openapi'
import { enumOptions } from '../../../src/domain/enums'
import { portal } from '../../support/portal'
import { testSchemas } from '../../support/schemas/schemas'

const channels = enumOptions('Channel')

test('select options are in the order of the table: 00 before 10, the bank counter first', async () => {
  const { as, given } = await portal()
  await given.customer()
  await given.agreement()
  const { data } = await (await as('CustomerMaker')).get('/Bills/GetAllSelectList')
  expect(data.ChannelId).toEqual(channels.map(([Value, Text]) => ({ Value, Text })))
})

test('the description of the API lists them in that order', () => {
  const found = codesOf(openApi(testSchemas(), () => true))
  expect(found.length).toBeGreaterThan(3)
  // An optional field accepts null too.
  for (const codes of found) expect(codes.filter((code) => code !== null)).toEqual(channels.map(([code]) => code))
})

const codesOf = (part: unknown): readonly (readonly unknown[])[] => {
  if (typeof part !== 'object' || part === null) return []
  return 'x-enum' in part && part['x-enum'] === 'Channel' && 'enum' in part && Array.isArray(part.enum)
    ? [part.enum]
    : Object.values(part).flatMap(codesOf)
}
