import { expect, test } from 'vitest'
import { statementNames } from '../../../src/server/node/statement-names'

test('a statement is named from its second use on; another statement has another name', () => {
  const nameOf = statementNames()
  expect([nameOf('select $1'), nameOf('select $2')]).toEqual([undefined, undefined])
  const [one, other] = [nameOf('select $1'), nameOf('select $2')]
  expect(one).toMatch(/^portal_/)
  expect(other).toMatch(/^portal_/)
  expect(other).not.toBe(one)
  expect(nameOf('select $1')).toBe(one)
})

test('500 statements get names, which they keep; a statement as long as a batch gets none', () => {
  const nameOf = statementNames()
  const texts = Array.from({ length: 1000 }, (_, no) => `select $1 + ${no}`)
  for (const text of texts) for (let use = 0; use < 2; use++) nameOf(text)
  const named = texts.filter((text) => nameOf(text) !== undefined)
  expect(named).toEqual(texts.slice(0, 500))
  expect(new Set(named.map(nameOf)).size).toBe(500)
  const batch = `insert into t values ${'($1),'.repeat(3000)}`
  expect([nameOf(batch), nameOf(batch), nameOf(batch)]).toEqual([undefined, undefined, undefined])
})
