import { expect, test } from 'vitest'
import { endpoints } from '../../../src/contract/endpoints'
import { modules } from '../../../src/modules'
import { capabilitiesOf, handlerFor } from '../../../src/server/http/handlers'
import { testSchemas } from '../../support/schemas/schemas'

test('each of the 144 calls of the specification is served', () => {
  const ids = Object.keys(endpoints)
  expect(ids).toHaveLength(144)
  expect(ids.filter((id) => !handlerFor(id, testSchemas(), modules))).toEqual([])
  expect(capabilitiesOf({ schemas: testSchemas(), modules }, { bankCreditSecrets: [] }).Missing).toEqual([])
})
