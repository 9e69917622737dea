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

test('the server keeps a bounded number of plans, those of the statements that were used last, and none of a statement as long as a batch', () => {
  const nameOf = statementNames()
  const texts = Array.from({ length: 1000 }, (_, no) => `select $1 + ${no}`)
  const namesUsed = texts.flatMap((text) => [nameOf(text), nameOf(text), nameOf('select $1 + 0')])
  expect(new Set(namesUsed.filter(Boolean)).size).toBe(200)
  const named = texts.filter((text) => nameOf(text) !== undefined)
  expect(named).toEqual(['select $1 + 0', ...texts.slice(801)])
  expect(new Set(named.map(nameOf)).size).toBe(200)
  const batch = `insert into t values ${'($1),'.repeat(3000)}`
  expect([nameOf(batch), nameOf(batch), nameOf(batch)]).toEqual([undefined, undefined, undefined])
})
