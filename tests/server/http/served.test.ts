import { expect, test } from 'vitest'
import { endpoints } from '../../../src/contract/endpoints'
import { handlerFor } from '../../../src/server/handlers'
import { testSchemas } from '../../support/schemas'

test('the calls of the specification that are served', () => {
  const ids = Object.keys(endpoints)
  const schemas = testSchemas()
  const served = ids.filter((id) => handlerFor(id, schemas))
  console.info(`served ${served.length} of ${ids.length}`)
  expect(ids).toHaveLength(144)
  const five = ids.filter((id) => /^(fee|BillCategory|BillTerm|PayerUnit|Payer)\./.test(id) && id !== 'BillTerm.PreviewPDF')
  expect(five.filter((id) => !served.includes(id))).toEqual([])
})
