import { expect, test } from 'vitest'
import { didYouMean } from '../../src/schema/checks/check-messages'

const hint = (typed: string, ...known: string[]) => didYouMean(typed, known)
// So many names that a list of them helps nobody.
const many = Array.from({ length: 13 }, (_, index) => `Unlike${index}x`)

test.each([
  ['amuont', 'amount'],
  ['to', 'ot'],
  ['lsit', 'list'],
  ['Typ', 'type'],
  ['labell', 'label'],
  ['APPLYCODE', 'ApplyCode'],
])('%s is taken for %s', (typed, meant) => expect(hint(typed, ...many, meant)).toBe(`Did you mean '${meant}'?`))

test('two letters that changed places are one slip, so their word comes before one with other letters', () => {
  expect(hint('form', 'fxyz', 'from')).toBe("Did you mean 'from'?")
  expect(hint('ABDC', 'ABXY', 'ABCD')).toBe("Did you mean 'ABCD'?")
})

test('what is like nothing gets the whole list where it is short, else no hint', () => {
  expect(hint('quantity', 'list', 'form')).toBe("Known names: 'list', 'form'.")
  expect(hint('quantity', ...many)).toBeUndefined()
})
