import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from '../../../src/tools/metrics/imports'

test('only one function of the server writes entries of the ledger', () => {
  const writers = sourceFiles().filter(
    (file) =>
      file.startsWith('src/server/') &&
      /insert\s+into\s+"?payment"?[\s(]|insertInto\('payment'\)/i.test(readFileSync(file, 'utf8')),
  )
  expect(writers).toEqual(['src/server/payments/write-entries.ts'])
})
