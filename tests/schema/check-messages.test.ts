import { expect, test } from 'vitest'
import { didYouMean } from '../../src/schema/checks/check-messages'

const hint = (typed: string, ...known: string[]) => didYouMean(typed, known)
// So many names that listing them would be no help.
const many = Array.from({ length: 13 }, (_, index) => `Unlike${index}x`)

test.each([
  ['amuont', 'amount'],
  ['to', 'ot'],
  ['lsit', 'list'],
  ['Typ', 'type'],
  ['labell', 'label'],
  ['APPLYCODE', 'ApplyCode'],
])('%s is corrected to %s', (typed, meant) => expect(hint(typed, ...many, meant)).toBe(`Did you mean '${meant}'?`))

test('two swapped letters count as one mistake, so their word precedes one with other letters', () => {
  expect(hint('form', 'fxyz', 'from')).toBe("Did you mean 'from'?")
  expect(hint('ABDC', 'ABXY', 'ABCD')).toBe("Did you mean 'ABCD'?")
})

test('a name that resembles none gets the whole list if it is short, otherwise no hint', () => {
  expect(hint('quantity', 'list', 'form')).toBe("Known names: 'list', 'form'.")
  expect(hint('quantity', ...many)).toBeUndefined()
})
