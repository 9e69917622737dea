/// <reference path="../../src/virtual-schemas.d.ts" />

import readSchemaFiles from 'virtual:schemas'
import { expect, test } from 'vitest'
import { icons } from '../../src/admin/icons'
import { loadSchemas } from '../../src/schema/load'

test('every icon that a menu names is there', async () => {
  const { schemas, problems } = loadSchemas(await readSchemaFiles(), { icons: Object.keys(icons) })
  expect(schemas.resources.filter(({ menu }) => menu).length).toBeGreaterThan(28)
  expect(problems.filter(({ id }) => id === 'E403')).toEqual([])
})
