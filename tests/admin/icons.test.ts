import { expect, test } from 'vitest'
import * as icons from '../../src/admin/icons'
import { loadSchemas } from '../../src/schema/load/load'
import { schemaFiles } from '../support/browser/browser-schema-files'

test('every icon that a menu names exists', () => {
  const { schemas, problems } = loadSchemas(schemaFiles, { icons: Object.keys(icons) })
  expect(schemas.resources.filter(({ menu }) => menu).length).toBeGreaterThan(28)
  expect(problems.filter(({ id }) => id === 'S403')).toEqual([])
})
